/** JSON-RPC error codes (JSON-RPC 2.0, section 5.1; specification: basic/index, Error Codes). */
export const PARSE_ERROR = -32700
export const INVALID_REQUEST = -32600
export const METHOD_NOT_FOUND = -32601
export const INVALID_PARAMS = -32602
export const INTERNAL_ERROR = -32603
export const HEADER_MISMATCH = -32020
export const MISSING_CLIENT_CAPABILITY = -32021
export const UNSUPPORTED_PROTOCOL_VERSION = -32022
/** 2025-11-25's code of a resource that is not there (server/resources, Error Handling). */
export const RESOURCE_NOT_FOUND_2025 = -32002

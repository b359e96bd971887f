import t from 'tap'
import { parseUriTemplate } from '../../lib/catalog/uri-template.ts'

t.test('a URI gives its variables, percent-decoded', async (t) => {
  const rows: Array<[template: string, uri: string, variables: object | undefined]> = [
    ['note:///{id}', 'note:///7', { id: '7' }],
    ['note:///{id}', 'note:///a%20b%2Fc', { id: 'a b/c' }],
    ['note:///{id}', 'note:///%C3%A9', { id: 'é' }],
    ['note:///{id}', 'note:///é', { id: 'é' }],
    ['note:///{id}', 'note:///', undefined],
    ['note:///{id}', 'note:///a/b', undefined],
    ['note:///{id}', 'note:///%zz', undefined],
    ['note:///{id}', 'note:///%ff', undefined],
    ['note:///{id}', 'NOTE:///7', undefined],
    ['note:///{id}', 'xnote:///7', undefined],
    ['test://template/{id}/data', 'test://template/123/data', { id: '123' }],
    ['test://template/{id}/data', 'test://template/123/data/', undefined],
    ['test://template/{id}/data', 'test://template/123/dat', undefined],
    ['test://template/{id}/data', 'test://template//data', undefined],
    ['x:{a}-{b}', 'x:1-2-3', { a: '1', b: '2-3' }],
    ['x:{a}.json', 'x:a.json.json', { a: 'a.json' }],
    ['x:{a,b}', 'x:1,2', { a: '1', b: '2' }],
    ['x:{a:3}', 'x:abc', { a: 'abc' }],
    ['x:{a:3}', 'x:abcd', undefined],
    ['file:///{+path}', 'file:///a/b/c.txt', { path: 'a/b/c.txt' }],
    ['file:///{+path}', 'file:///a%20b?c#d', { path: 'a b?c#d' }],
    ['file:///{+path}', 'file:///', undefined],
    ['file:///{+path}/data', 'file:///a/data/b/data', { path: 'a/data/b' }],
    ['file:///{root}/{+path}/of/{name}', 'file:///r/p/q/of/n', { root: 'r', path: 'p/q', name: 'n' }],
    ['file:///{root}/{+path}/of/{name}', 'file:///r/of/n', undefined],
    ['file:///{root}/{+path}/of/{name}', 'file:///r/p/of/n/m', undefined],
    ['file:///{root}/{+path}/of/{name}.x', 'file:///r/p/of/n.y', undefined],
    ['x:y{#part}', 'x:y#a/b', { part: 'a/b' }],
    ['x:y{.kind}', 'x:y.json', { kind: 'json' }],
    ['x:y{/a,b}', 'x:y/1/2', { a: '1', b: '2' }],
    ['x:y{/a,b}', 'x:y/1', undefined],
    ['x:y{;a,b}', 'x:y;a=1;b=2', { a: '1', b: '2' }],
    ['x:y{/path*}', 'x:y/1/2/3', { path: ['1', '2', '3'] }],
    ['x:{list*}', 'x:1,2', { list: ['1', '2'] }],
    ['x:{list*}', 'x:1,,2', undefined],
    ['x:y{?q,n}', 'x:y', {}],
    ['x:y{?q,n}', 'x:y?', {}],
    ['x:y{?q,n}', 'x:y?n=2&q=a%26b', { n: '2', q: 'a&b' }],
    ['x:y{?q,n}', 'x:y?q=', { q: '' }],
    ['x:y{?q,n}', 'x:y?q=1&q=2', undefined],
    ['x:y{?q,n}', 'x:y?other=1', undefined],
    ['x:y{?q,n}', 'x:y?constructor=1', undefined],
    ['x:y{?tags*}', 'x:y?tags=a&tags=b', { tags: ['a', 'b'] }],
    ['x:y{?tags*}', 'x:y?tags=a', { tags: ['a'] }],
    ['x:{id}{?q}', 'x:7?q=1', { id: '7', q: '1' }],
    ['x:y?fixed=1{&q}', 'x:y?fixed=1&q=2', { q: '2' }],
    ['x:y?fixed=1{&q}', 'x:y?fixed=1', {}],
    ['x:y?fixed=1{&q}', 'x:y?fixed=12', undefined],
    ['x:y?fixed=1{&q}', 'x:y', undefined],
    ['x:{constructor}', 'x:1', { constructor: '1' }]
  ]
  for (const [template, uri, variables] of rows) t.same(parseUriTemplate(template).match(uri), variables, `${template} ${uri}`)
})

t.test('the names stand in their order', async (t) => {
  t.same(parseUriTemplate('x:{a}/{+b}{?c,d*}').names, ['a', 'b', 'c', 'd'])
})

t.test('a template that is none, or that URIs cannot be told by, is refused, and says why', async (t) => {
  const rows: Array<[template: string, why: RegExp]> = [
    ['', /scheme/],
    ['no scheme {a}', /white space|scheme/],
    ['{scheme}:x', /scheme/],
    ['x:y', /no variable/],
    ['x:{a', /brace/],
    ['x:a}', /brace/],
    ['x:{}', /no variable/],
    ['x:{a b}', /is no variable/],
    ['x:{a:0}', /is no variable/],
    ['x:{|a}', /is no variable/],
    ['x:{__proto__}', /is no variable/],
    ['x:{a}{b}', /nothing stands behind/],
    ['x:{a}/{a}', /twice/],
    ['x:{+a}/{+b}', /more than one/],
    ['x:{+a}/{b*}', /more than one/],
    ['x:{?a}/y', /behind/],
    ['x:{?a}{b}', /behind/]
  ]
  for (const [template, message] of rows) t.throws(() => parseUriTemplate(template), { code: 'BMCP_ERR_URI_TEMPLATE_INVALID', message }, template)
})

t.test('any URI is told in linear time', async (t) => {
  const { match } = parseUriTemplate('x:{a}-{b}-{+c}-{d}-{e}')
  t.equal(match(`x:${'-'.repeat(500_000)}`), undefined)
  t.ok(match(`x:a-b-${'-'.repeat(500_000)}-d-e`))
})

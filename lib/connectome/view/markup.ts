/** The parts of the page. `json`, `code` and `style` are safe in their elements already. */
export interface Parts {
  readonly title: string
  readonly json: string
  readonly code: string
  readonly style: string
  readonly policy: string
}

function escape (text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** Everything that is not the same for every page is filled in by the script, as text. */
const BODY = `<a class="skip" href="#tables">Skip to the tables</a>
<header>
<div class="head"><h1>Connectome <span id="title"></span></h1><p id="window"></p></div>
<button type="button" id="theme" aria-pressed="false">Dark</button>
</header>
<section id="summary" aria-label="Counts"></section>
<main>
<aside aria-label="Search and filters">
<div class="field"><label for="search">Search</label><input id="search" type="search" placeholder="name or id, then Enter" autocomplete="off" spellcheck="false"><p id="found" class="hint" role="status"></p></div>
<fieldset id="fold"><legend>Unfold to</legend><div class="segments"></div></fieldset>
<fieldset id="classes"><legend>Class of edge</legend></fieldset>
<fieldset id="edgeKinds"><legend>Kind of edge</legend></fieldset>
<fieldset id="kinds"><legend>Kind of node</legend></fieldset>
<fieldset id="levels"><legend>Level of node</legend></fieldset>
<p class="hint key"><svg width="66" height="12" aria-hidden="true"><path d="M1 6h18" stroke-width="1.5"/><path d="M24 6h18" stroke-width="4"/><path d="M47 6h18" stroke-width="8"/></svg> thicker: more calls</p>
</aside>
<section class="canvas" aria-label="Graph">
<div class="tools"><button type="button" id="fit">Fit</button><button type="button" id="in" aria-label="Zoom in">+</button><button type="button" id="out" aria-label="Zoom out">&minus;</button></div>
<div id="graph" tabindex="0" role="application" aria-label="Drawing of the graph. The tables below hold the same. Arrow keys move, plus and minus zoom, 0 fits, Escape clears the selection." aria-describedby="drawn"></div>
<p id="drawn" class="hint" role="status"></p>
<div id="details" hidden role="region" aria-label="Selection"></div>
</section>
</main>
<section id="tables" tabindex="-1" aria-label="Tables"><div role="tablist" aria-label="Tables" id="tabs"></div><div id="panel" role="tabpanel" tabindex="0"></div></section>
<noscript><p>This page draws with its own script, which is turned off.</p></noscript>`

export function markup ({ title, json, code, style, policy }: Parts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Connectome ${escape(title)}</title>
<style id="__________cytoscape_stylesheet">${style}</style>
</head>
<body>
${BODY}
<script type="application/json" id="data">${json}</script>
<script>${code}</script>
</body>
</html>
`
}

/** The page's style sheet. Colours of the classes are Okabe and Ito's, which colour-blind readers can tell apart; dashes say the same. */

const LIGHT = `color-scheme:light;--page:#f6f7f9;--card:#fff;--ink:#1b2330;--soft:#5a6575;--line:#dde2e9;--hover:#eef2f7;--accent:#0b63a5;--mark:#ffe08a;
--frame:#f1f4f8;--inner:#e7ecf3;--box:#fff;--edge:#9aa5b4;
--declared_and_observed:#0072b2;--declared_never_observed:#8b929c;--observed_but_undeclared:#c94f00;--changed_sign:#a8447f;--declared:#5f7388;
--server:#1b2330;--tool:#0f7a5c;--resource:#8a5a00;--prompt:#6b4fb3;--process:#9b2c4a;--module:#4a6078`
const DARK = `color-scheme:dark;--page:#12161c;--card:#1a2028;--ink:#e7ecf2;--soft:#9aa7b6;--line:#2d3641;--hover:#232b35;--accent:#6fb7ef;--mark:#6b5410;
--frame:#191f27;--inner:#212934;--box:#27303b;--edge:#6d7988;
--declared_and_observed:#56b4e9;--declared_never_observed:#8f9aa7;--observed_but_undeclared:#ff8f3f;--changed_sign:#e592c4;--declared:#93a8bd;
--server:#e7ecf2;--tool:#3fc79b;--resource:#e0ac45;--prompt:#b39bf0;--process:#f08aa5;--module:#8ea6bf`

const PAGE = `
*{box-sizing:border-box}
[hidden]{display:none!important}
html{font:14px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;background:var(--page);color:var(--ink)}
body{margin:0 auto;padding:18px 22px 40px;max-width:1900px}
h1{font-size:21px;font-weight:600;margin:0;letter-spacing:-.01em}
h1 span{color:var(--accent)}
h2{font-size:15px;margin:0 26px 2px 0;overflow-wrap:anywhere}
p{margin:0}
code,.mono{font:12px/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere}
.hint,#window{color:var(--soft);font-size:12px}
.skip{position:absolute;left:-999px}
.skip:focus{left:12px;top:8px;background:var(--card);padding:6px 10px;z-index:9}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
button{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:6px;padding:4px 11px;cursor:pointer}
button:hover{background:var(--hover)}
button[aria-pressed=true]{background:var(--accent);border-color:var(--accent);color:var(--card)}
header{display:flex;align-items:flex-start;justify-content:space-between;gap:20px}
#summary{display:grid;grid-template-columns:repeat(auto-fit,minmax(180px,1fr));gap:10px;margin:14px 0}
#summary div{background:var(--card);border:1px solid var(--line);border-radius:9px;padding:10px 14px}
#summary b{display:block;font-size:21px;font-weight:600;line-height:1.25;font-variant-numeric:tabular-nums}
#summary b small{font-size:13px;font-weight:400;color:var(--soft);margin-left:7px}
#summary span{color:var(--soft);font-size:12px}
main{display:grid;grid-template-columns:248px minmax(0,1fr);gap:14px}
aside{display:flex;flex-direction:column;gap:13px;background:var(--card);border:1px solid var(--line);border-radius:9px;padding:14px}
.field label,legend{font-size:11px;font-weight:600;color:var(--soft);padding:0;margin-bottom:4px;display:block;letter-spacing:.02em}
input[type=search]{width:100%;font:inherit;color:inherit;background:var(--page);border:1px solid var(--line);border-radius:6px;padding:6px 9px;margin-bottom:3px}
fieldset{border:0;margin:0;padding:0;min-width:0}
fieldset label{display:flex;align-items:center;gap:7px;padding:2px 0;font-size:13px;cursor:pointer}
fieldset label span{flex:1}
fieldset label i{font-style:normal;color:var(--soft);font-size:12px;font-variant-numeric:tabular-nums}
input[type=checkbox]{margin:0;accent-color:var(--accent)}
.segments{display:flex}
.segments button{flex:1;padding:4px 2px;font-size:12px;border-radius:0;margin-left:-1px}
.segments button:first-child{border-radius:6px 0 0 6px;margin:0}
.segments button:last-child{border-radius:0 6px 6px 0}
.swatch{flex:none;width:34px;height:12px;overflow:visible;fill:none}
.dot{flex:none;width:11px;height:11px;border-radius:3px}
.key svg{vertical-align:middle;stroke:var(--edge);margin-right:4px}
.canvas{position:relative;background:var(--card);border:1px solid var(--line);border-radius:9px;min-height:660px;height:calc(100vh - 190px);display:flex;flex-direction:column;overflow:hidden}
#graph{position:relative;flex:1;min-height:0;border-radius:8px}
#graph:focus-visible{outline-offset:-3px}
#drawn{padding:5px 12px;border-top:1px solid var(--line)}
.tools{position:absolute;left:12px;top:12px;z-index:3;display:flex;gap:4px}
.tools button{padding:3px 10px;min-width:30px}
#details{position:absolute;right:12px;top:12px;width:330px;max-height:calc(100% - 56px);overflow:auto;background:var(--card);border:1px solid var(--line);border-radius:9px;padding:12px 14px;z-index:4;box-shadow:0 6px 24px rgb(0 0 0/.14)}
#details .close{position:absolute;right:8px;top:8px;border:0;padding:2px 8px;background:none}
#details dl{display:grid;grid-template-columns:auto 1fr;gap:2px 10px;margin:8px 0;font-size:12px}
#details dt{color:var(--soft)}
#details dd{margin:0;overflow-wrap:anywhere}
#details h3{font-size:11px;color:var(--soft);margin:10px 0 3px}
#details ul{list-style:none;margin:0;padding:0}
#details li{display:flex;gap:7px;align-items:center;font-size:12px}
#details li button{border:0;background:none;padding:2px 0;text-align:left;flex:1;overflow-wrap:anywhere}
#details li button:hover{color:var(--accent);text-decoration:underline}
#details .row{display:flex;gap:6px;margin-top:8px}
#tables{margin-top:16px;background:var(--card);border:1px solid var(--line);border-radius:9px;scroll-margin-top:10px}
#tabs{display:flex;gap:2px;border-bottom:1px solid var(--line);padding:0 10px}
#tabs button{border:0;background:none;border-radius:0;padding:10px 12px;color:var(--soft);border-bottom:2px solid transparent;margin-bottom:-1px}
#tabs button[aria-selected=true]{color:var(--ink);font-weight:600;border-color:var(--accent)}
#panel{overflow-x:auto;padding:4px 0 12px}
#panel>p{padding:8px 16px}
table{border-collapse:collapse;width:100%;font-size:13px}
caption{text-align:left;padding:8px 16px;color:var(--soft);font-size:12px}
th,td{text-align:left;padding:4px 10px;border-bottom:1px solid var(--line);vertical-align:top}
th:first-child,td:first-child{padding-left:16px}
th button{border:0;background:none;padding:2px 0;font-weight:600;font-size:12px;color:var(--soft);white-space:nowrap}
td.number,th.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td{overflow-wrap:anywhere;min-width:70px}
td .swatch{vertical-align:middle;margin-right:7px}
td.class{white-space:nowrap}
tbody tr:hover{background:var(--hover)}
td button{border:0;background:none;padding:0;text-align:left;color:var(--accent);overflow-wrap:anywhere}
td button:hover{background:none;text-decoration:underline}
.more{margin:10px 16px 0}
@media (max-width:900px){main{grid-template-columns:1fr}#details{width:auto;left:12px}}
@media (prefers-reduced-motion:no-preference){button{transition:background .12s}}`

export const style = `:root{${LIGHT}}@media (prefers-color-scheme:dark){:root{${DARK}}}:root[data-theme=light]{${LIGHT}}:root[data-theme=dark]{${DARK}}${PAGE}`

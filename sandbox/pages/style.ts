/** The one stylesheet of the sandbox's pages. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --bg: light-dark(#f6f9f9, #0e1719);
  --card: light-dark(#fff, #162124);
  --ink: light-dark(#16282d, #e9efef);
  --muted: light-dark(#4c5d61, #aab8ba);
  --accent: light-dark(#0b5563, #8fd0cb);
  --on-accent: light-dark(#fff, #0c1f24);
  --line: light-dark(#dfe6e7, #2b3a3d);
  --edge: light-dark(#7b8a8d, #728487);
  --brass: #e5b955;
  --bad: light-dark(#a3262b, #ffaaa5);
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--bg); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
.notice { background: var(--brass); color: #16282d; font-size: .875rem; font-weight: 600; }
.wrap { max-width: 960px; margin-inline: auto; padding-inline: 1rem; }
.notice p { margin-block: 0; padding-block: .3rem; }
nav ul {
  display: flex; flex-wrap: wrap; gap: 0 clamp(.75rem, 4vw, 1.25rem); list-style: none;
  margin: 0; padding: .2rem 0; border-bottom: 1px solid var(--line);
}
nav li:last-child { margin-left: auto; }
nav a { display: inline-flex; align-items: center; min-height: 44px; text-decoration: none; }
nav a:hover, nav a[aria-current] { text-decoration: underline; text-underline-offset: .3em; }
nav a[aria-current] { color: var(--ink); font-weight: 600; }
main { padding-block: 1.5rem 3rem; display: grid; gap: 1.25rem; }
h1 { font-size: 1.6rem; line-height: 1.2; letter-spacing: -.01em; }
h2 { font-size: 1.1rem; margin: 0 0 .75rem; }
p { margin: 0 0 .75rem; }
p:last-child { margin-bottom: 0; }
main > * { min-width: 0; margin-block: 0; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.card {
  background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.1rem;
}
.muted { color: var(--muted); }
.small { font-size: .875rem; }
.status { border-left: 4px solid var(--accent); }
.error { border-left: 4px solid var(--bad); }
code, pre { font-family: ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; }
code { font-size: .9em; overflow-wrap: anywhere; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .9rem; }
form { display: grid; gap: .9rem; }
form p { margin: 0; }
.field { display: grid; gap: .25rem; max-width: 40rem; }
.field.short input { max-width: 18rem; }
label, legend { font-weight: 600; padding: 0; }
.hint { color: var(--muted); font-size: .875rem; }
input[type=text], input[type=number] {
  font: inherit; color: var(--ink); background: var(--bg); width: 100%; min-height: 44px;
  padding: .5rem .7rem; border: 1px solid var(--edge); border-radius: 8px;
}
fieldset { border: 0; margin: 0; padding: 0; }
.choices { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin-top: .25rem; }
.choices label { font-weight: 400; display: flex; align-items: center; gap: .45rem; min-height: 44px; }
input[type=radio], input[type=checkbox] {
  width: 1.15rem; height: 1.15rem; flex: none; margin: 0; accent-color: var(--accent);
}
.buttons { display: flex; flex-wrap: wrap; gap: .6rem; }
button {
  font: inherit; font-weight: 600; min-height: 44px; padding: .5rem 1rem; cursor: pointer;
  border: 1px solid var(--accent); border-radius: 8px; background: transparent;
  color: var(--accent);
}
@media (max-width: 480px) { .buttons button { flex: 1 1 auto; } }
button.main { background: var(--accent); color: var(--on-accent); }
button:hover { text-decoration: underline; text-underline-offset: .2em; }
.rows { list-style: none; margin: 0; padding: 0; }
.rows > li { padding: .7rem 0; border-top: 1px solid var(--line); }
.rows > li:first-child { border-top: 0; padding-top: 0; }
.rows > li:last-child { padding-bottom: 0; }
.row {
  display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between;
  gap: .15rem 1rem;
}
.row > * { min-width: 0; }
.row form { display: flex; gap: .5rem; align-self: center; }
.row button { min-height: 36px; padding: .2rem .7rem; font-size: .875rem; }
.rows > li > form, form + p { margin-top: .75rem; }
.num { font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0; }
dt { color: var(--muted); }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
iframe {
  display: block; width: 100%; height: 640px; border: 0; border-radius: 8px;
  background: #fff; color-scheme: light;
}
`;

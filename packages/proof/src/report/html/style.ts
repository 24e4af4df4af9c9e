/** The report's own style: light and dark, narrow and printed. */
export const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1b1d1f, #e8eaed); --quiet: light-dark(#565c64, #a8afb8);
  --paper: light-dark(#ffffff, #17191c); --raised: light-dark(#f4f5f7, #22262b); --line: light-dark(#d9dce1, #3a4048);
  --good: light-dark(#1e7432, #6bd184); --bad: light-dark(#b42318, #ff8f85); --open: light-dark(#8a5300, #f0b860);
  font: 16px/1.5 system-ui, sans-serif; }
* { box-sizing: border-box; }
body { margin: 0; overflow-wrap: anywhere; color: var(--ink); background: var(--paper); }
header, main, footer { max-width: 68rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2rem; } footer { padding-bottom: 3rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.2rem; margin: 2.75rem 0 .5rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 0; } p { margin: .4rem 0; }
a { color: light-dark(#0b57d0, #8ab4f8); }
.quiet { color: var(--quiet); } .count { color: var(--quiet); font-weight: 400; font-size: .9rem; }
.good { color: var(--good); } .bad { color: var(--bad); } .open { color: var(--open); }
.outcome { font-size: 1.1rem; font-weight: 600; margin: 0 0 1rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .75rem; margin: 0 0 1rem; }
.figures div { background: var(--raised); border-radius: .5rem; padding: .6rem .8rem; }
.figures dt { color: var(--quiet); font-size: .85rem; } .figures dd { margin: 0; font-size: 1.35rem; font-weight: 650; font-variant-numeric: tabular-nums; }
.meter { height: .6rem; border-radius: .3rem; background: var(--line); overflow: hidden; display: flex; margin: 0 0 1rem; }
.meter span { display: block; } .meter .ok { background: var(--good); } .meter .no { background: var(--bad); }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; padding: 0; margin: 1rem 0 0; list-style: none; }
code, pre { font: .85rem/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; background: var(--raised); border-radius: .4rem; padding: .6rem .8rem; margin: .5rem 0; }
article { border: 1px solid var(--line); border-left: .3rem solid var(--bad); border-radius: .5rem; padding: .8rem 1rem; margin: .9rem 0; }
ol.lines, ul.plain, ul.clauses { list-style: none; padding: 0; margin: 0; }
ol.lines > li { padding: .5rem 0; border-bottom: 1px solid var(--line); }
.stated { display: grid; grid-template-columns: 3.2rem minmax(0, 1fr); }
.stated .number { color: var(--quiet); font-variant-numeric: tabular-nums; font-size: .85rem; }
ul.clauses { margin-left: 3.2rem; font-size: .9rem; }
ul.clauses > li { padding: .1rem 0; }
.verdict { display: inline-block; min-width: 7.5rem; font-weight: 600; }
details { margin: .15rem 0; } summary { cursor: pointer; overflow-wrap: anywhere; } details ul { margin: .2rem 0 .5rem; padding-left: 1.3rem; }
.screens { display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: 1rem; padding: 0; margin: .75rem 0; list-style: none; }
figure { margin: 0; } figure img { display: block; width: 100%; height: auto; border: 1px solid var(--line); border-radius: .4rem; }
figcaption { font-size: .85rem; color: var(--quiet); margin-top: .3rem; overflow-wrap: anywhere; }
@media (max-width: 40rem) { .stated { grid-template-columns: 2.4rem minmax(0, 1fr); } ul.clauses { margin-left: 0; } .verdict { min-width: 0; margin-right: .5rem; } }
@media print { :root { color-scheme: light; font-size: 12px; } nav { display: none; } article, figure, ol.lines > li { break-inside: avoid; }
  h2 { break-after: avoid; } }
`;

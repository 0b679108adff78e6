/** Colours of text stand out from their ground by 4.5 to 1 and more, marks by 3 to 1 (WCAG 2.2, 1.4.3 and 1.4.11). */
const light =
  "--bg:#fff;--text:#182230;--muted:#556172;--line:#cfd6df;--rail:#dde3ea;--accent:#2454d6;--good:#14783a;--warn:#b04a06;--on:#fff"
const dark =
  "--bg:#171c24;--text:#f0f4f9;--muted:#a9b4c2;--line:#3a4451;--rail:#36404d;--accent:#86a8ff;--good:#4cd07d;--warn:#ffb454;--on:#0d1117"
const contrast =
  "--bg:#000;--text:#fff;--muted:#fff;--line:#fff;--rail:#767676;--accent:#6cf;--good:#3f3;--warn:#ff0;--on:#000"
/** Also where a page has colours of its own. */
const system =
  "--s-bg:Canvas;--s-text:CanvasText;--s-muted:CanvasText;--s-line:CanvasText;--s-rail:GrayText;--s-accent:Highlight;--s-good:CanvasText;--s-warn:CanvasText;--s-on:Canvas"

const own = ["bg", "text", "muted", "line", "rail", "accent", "good", "warn", "on"]
  .map((name) => `--s-${name}:var(--shield-${name},var(--${name}))`).join(";")

export const style = `
:host{all:initial;display:block}
:host([hidden]),[hidden]{display:none!important}
*{box-sizing:border-box}
.box{${light}}
@media(prefers-color-scheme:dark){.auto{${dark}}}
.dark{${dark}}
@media(prefers-contrast:more){.auto{--muted:var(--text);--line:var(--text)}}
.contrast{${contrast}}
@media(forced-colors:active){.box.box{${system};forced-color-adjust:none}}
.box{${own};--mark:var(--s-rail);display:flex;align-items:center;gap:12px;width:300px;max-width:100%;min-height:65px;padding:5px 14px;border:1px solid var(--s-line);border-radius:var(--shield-radius,10px);background:var(--s-bg);color:var(--s-text);font:500 14px/1.25 var(--shield-font,system-ui,"Segoe UI",Roboto,"Noto Sans",sans-serif);text-align:start}
.contrast{border-width:2px}
.flexible{width:100%;min-width:min(300px,100%)}
.compact{flex-direction:column;justify-content:center;gap:6px;width:150px;min-height:140px;padding:8px;text-align:center}
.working .arc,.degraded,.expired{--mark:var(--s-accent)}
.verified{--mark:var(--s-good)}
.error,.refused{--mark:var(--s-warn)}
.mark,.again{flex:none;width:34px;height:34px}
svg{display:block;width:100%;height:100%;fill:none;stroke:currentColor;stroke-width:2.2;stroke-linecap:round;stroke-linejoin:round}
circle{stroke:var(--mark);transition:fill .25s,stroke .25s,stroke-dashoffset .25s}
.arc{display:none;stroke-dasharray:100;stroke-dashoffset:calc(100 - 100*var(--part));transform:rotate(-90deg);transform-origin:50% 50%}
.glyph,.hint,.brand{color:var(--s-muted)}
.working .arc{display:inline}
.working .mark svg{animation:turn 1.1s linear infinite}
.working .glyph{opacity:0}
.verified circle,.degraded circle{fill:var(--mark)}
.verified .glyph,.degraded .glyph{color:var(--s-on);stroke-width:3;stroke-dasharray:30;animation:draw .35s ease-out}
.refused .glyph{color:var(--mark)}
.again{margin:0;padding:4px;border:2px solid;border-radius:50%;background:none;color:var(--mark);cursor:pointer}
.again:hover{background:var(--mark);border-color:var(--mark);color:var(--s-on)}
:focus-visible{outline:3px solid var(--s-accent);outline-offset:2px}
.words{flex:1;min-width:0;overflow-wrap:anywhere}
.compact .words{flex:none;max-width:100%}
.hint{display:block;margin-top:2px;font-size:12px;font-weight:400}
.brand{display:flex;flex-direction:column;align-items:center;gap:2px;font-size:11px}
.brand svg{width:20px;height:20px}
.compact .brand{flex-direction:row;gap:4px}
.compact.error .brand,.compact.refused .brand{display:none}
.test{padding:0 4px;border-radius:3px;background:var(--s-warn);color:var(--s-on);font:700 10px/14px sans-serif}
.live{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@keyframes turn{to{transform:rotate(1turn)}}
@keyframes draw{from{stroke-dashoffset:30}}
@media(prefers-reduced-motion:reduce){*{animation:none!important;transition:none!important}}
`

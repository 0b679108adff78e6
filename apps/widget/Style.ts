/** Colours of text stand out from their ground by 4.5 to 1 and more, marks by 3 to 1 (WCAG 2.2, 1.4.3 and 1.4.11). */
const light =
  "--bg:#fff;--text:#182230;--muted:#556172;--line:#cfd6df;--rail:#dde3ea;--accent:#2454d6;--good:#14783a;--warn:#b04a06;--on:#fff"
const dark =
  "--bg:#171c24;--text:#f0f4f9;--muted:#a9b4c2;--line:#3a4451;--rail:#36404d;--accent:#86a8ff;--good:#4cd07d;--warn:#ffb454;--on:#0d1117"
const contrast =
  "--bg:#000;--text:#fff;--muted:#fff;--line:#fff;--rail:#767676;--accent:#6cf;--good:#3f3;--warn:#ff0;--on:#000"
const system =
  "--bg:Canvas;--text:CanvasText;--muted:CanvasText;--line:CanvasText;--rail:GrayText;--accent:Highlight;--good:CanvasText;--warn:CanvasText;--on:Canvas"

const own = ["bg", "text", "muted", "line", "rail", "accent", "good", "warn", "on"]
  .map((name) => `--s-${name}:var(--shield-${name},var(--${name}))`).join(";")

export const style = `
:host{all:initial;display:block}
:host([hidden]){display:none}
*{box-sizing:border-box}
[hidden]{display:none!important}
.box{${light}}
@media(prefers-color-scheme:dark){.auto{${dark}}}
.dark{${dark}}
@media(prefers-contrast:more){.auto{--muted:var(--text);--line:var(--text)}}
.contrast{${contrast}}
@media(forced-colors:active){.box.box{${system}}}
.box{${own};position:relative;display:flex;align-items:center;gap:12px;width:300px;max-width:100%;min-height:65px;padding:5px 14px;border:1px solid var(--s-line);border-radius:var(--shield-radius,10px);background:var(--s-bg);color:var(--s-text);font:500 14px/1.25 var(--shield-font,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif);text-align:start;outline-offset:2px;transition:border-color .2s}
.contrast{border-width:2px}
.flexible{width:100%;min-width:min(300px,100%)}
.compact{flex-direction:column;justify-content:center;gap:6px;width:150px;min-height:140px;padding:8px;text-align:center}
.mark,.again{flex:none;width:34px;height:34px}
svg{display:block;width:100%;height:100%;fill:none;stroke:currentColor;stroke-width:2.2;stroke-linecap:round;stroke-linejoin:round}
.rail{stroke:var(--s-rail);transition:fill .25s,stroke .25s}
.arc{stroke:var(--s-accent);stroke-dasharray:100;stroke-dashoffset:calc(100 - 100*var(--part,0));opacity:0;transform:rotate(-90deg);transform-origin:50% 50%;transition:stroke-dashoffset .25s,opacity .2s}
.glyph{color:var(--s-muted)}
.working .arc{opacity:1}
.working .mark svg{animation:turn 1.1s linear infinite}
.working .glyph{opacity:0}
.verified .rail{fill:var(--s-good);stroke:var(--s-good)}
.degraded .rail{fill:var(--s-accent);stroke:var(--s-accent)}
.verified .glyph,.degraded .glyph{color:var(--s-on);stroke-width:3;stroke-dasharray:30;animation:draw .35s ease-out}
.refused .rail{stroke:var(--s-warn)}
.refused .glyph{color:var(--s-warn);stroke-width:2.8}
.again{margin:0;padding:4px;border:2px solid var(--s-warn);border-radius:50%;background:none;color:var(--s-warn);cursor:pointer}
.expired .again{border-color:var(--s-accent);color:var(--s-accent)}
.again:hover{background:var(--s-warn);color:var(--s-on)}
.expired .again:hover{background:var(--s-accent)}
.again:focus-visible,.box:focus-visible{outline:3px solid var(--s-accent);outline-offset:2px}
.box:focus-visible{outline-offset:-4px}
.words{flex:1;min-width:0;overflow-wrap:anywhere}
.compact .words{flex:none;max-width:100%}
.hint{display:block;margin-top:2px;color:var(--s-muted);font-size:12px;font-weight:400}
.brand{flex:none;display:flex;flex-direction:column;align-items:center;gap:2px;color:var(--s-muted);font-size:11px;letter-spacing:.02em}
.brand svg{width:20px;height:20px;stroke-width:1.8}
.compact.error .brand,.compact.refused .brand{display:none}
.compact .brand{flex-direction:row;gap:4px;margin-top:2px}
.compact .brand svg{width:16px;height:16px}
.test{padding:0 4px;border-radius:3px;background:var(--s-warn);color:var(--s-on);font-size:10px;font-weight:700;line-height:14px}
.live{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@keyframes turn{to{transform:rotate(1turn)}}
@keyframes draw{from{stroke-dashoffset:30}}
@media(prefers-reduced-motion:reduce){*{animation:none!important;transition:none!important}}
`

import { describe, expect, it } from "vitest"
import type { ActionTrigger } from "../../../../core/documents/facts/DocumentAction.ts"
import { judgeScripts } from "../../../../core/documents/judge/JudgeScripts.ts"

const judged = (...scripts: ReadonlyArray<readonly [ActionTrigger, string | null]>): ReadonlyArray<number> =>
  judgeScripts(scripts.map(([trigger, script]) => ({
    kind: "action",
    action: { kind: "JavaScript", trigger, target: null, script },
    where: "object 1"
  }))).map(({ penalty }) => penalty)

/** Returns the penalties by trigger: open, field, click, unreachable. */
const row = (script: string | null): ReadonlyArray<number> =>
  (["open", "field", "click", "unreachable"] as const).flatMap((trigger) => judged([trigger, script]))

describe("scripts, by trigger", () => {
  it.each<readonly [string | null, ReadonlyArray<number>]>([
    ["", [5, 5, 5, 5]],
    [" \r\n", [5, 5, 5, 5]],
    [";", [25, 5, 5, 20]],
    ["AFNumber_Format(2)", [25, 5, 5, 20]],
    ["if (event.target.value == '') event.target.textColor = ['RGB', 0.5, 0.5, 0.5]", [25, 5, 5, 20]],
    ["event.target.buttonImportIcon()", [25, 5, 5, 20]],
    ["event.target.buttonImportIcon(a)", [25, 20, 20, 20]],
    ["app.alert(event.value)", [25, 5, 20, 20]],
    ["event.value = app.response('Your password')", [25, 20, 20, 20]],
    ["var a = b(1)", [25, 20, 20, 20]],
    ["eval(a)", [60, 60, 20, 60]],
    ["app.launchURL('https://a.example/')", [60, 60, 20, 60]],
    ["app.launchURL(a)", [60, 60, 20, 60]],
    ["app[a](b)", [60, 60, 20, 60]],
    ["this.exportDataObject({ cName: 'a', nLaunch: 2 })", [60, 60, 60, 60]],
    ["Collab.collectEmailInfo({ msg: a })", [60, 60, 60, 60]],
    ["eval(unescape(a))", [60, 60, 60, 60]],
    ["a = '\\\\\\\\host\\\\share'", [60, 60, 60, 60]],
    ["a = 'https://a.example/'", [25, 5, 20, 20]],
    [null, [25, 25, 20, 20]]
  ])("%j: %j", (script, penalties) => expect(row(script)).toEqual(penalties))
})

describe("scripts that show parts of the document", () => {
  const find = "function find(page, word) { for (var i = 0; i < this.getPageNumWords(page); i++) " +
    "if (this.getPageNthWord(page, i) == word) this.selectPageNthWord(page, i, false) }"
  const menu = "function F(n) { app.popUpMenu(n); }"

  it.each<readonly [string, ReadonlyArray<readonly [ActionTrigger, string | null]>, number]>([
    ["by a menu", [["open", menu], ["click", "var n = 'Pin 1'; F(n)"]], 5],
    ["by a word", [["open", find], ["click", "find(1, 'C1')"], ["unreachable", "find(2, 'C2')"]], 5],
    ["and check a field", [["open", find], ["field", "AFNumber_Format(2)"]], 5],
    ["but call what nobody defines", [["open", menu], ["click", "G('a')"]], 25],
    ["but call a member that is called so", [["open", menu], ["click", "app.F('a')"]], 25],
    ["but call by a text", [["open", menu], ["click", "app['F']('a')"]], 25],
    ["but call by what it puts together", [["open", menu], ["click", "app[a]('b')"]], 25],
    ["but speak to the reader", [["open", menu], ["open", "app.alert('a')"]], 25],
    ["but name an address", [["open", menu], ["click", "F('https://a.example/')"]], 25],
    ["but run texts", [["open", `${find}; eval(this.getPageNthWord(0, 1))`]], 60],
    ["but define what opens addresses", [["open", "function popUp(n) { app.launchURL(n) } app.popUpMenu(1)"]], 60],
    ["but hold one that cannot be read", [["open", menu], ["open", null]], 25],
    ["and none that shows anything", [["open", "function F(n) { return n }"]], 25]
  ])("%s", (_, scripts, worst) => expect(Math.max(...judged(...scripts))).toBe(worst))
})

describe("scripts that open their viewer's own address", () => {
  const go = "app.launchURL(address)"
  const vendor = "var address = 'https://get.adobe.com/reader/'"

  it.each<readonly [string, ReadonlyArray<readonly [ActionTrigger, string]>, number]>([
    ["in one script", [["open", `${vendor}; ${go}`]], 25],
    ["as an argument", [["open", "app.launchURL('http://www.adobe.com/go/reader')"]], 25],
    ["in two scripts", [["open", go], ["open", vendor]], 25],
    ["on a field", [["field", go], ["field", vendor]], 20],
    ["with another address beside it", [["open", `${vendor}; ${go}`], ["open", "var b = 'https://b.example/'"]], 60],
    ["with another that a click runs", [["open", `${vendor}; ${go}`], ["click", "var b = 'https://b.example/'"]], 25],
    ["which only a click names", [["open", go], ["click", vendor]], 60],
    ["of another host", [["open", "app.launchURL('https://adobe.com.b.example/')"]], 60],
    ["of a host that ends like it", [["open", "app.launchURL('https://notadobe.com/')"]], 60],
    ["with its name before another host", [["open", "app.launchURL('https://adobe.com@b.example/')"]], 60],
    ["by another scheme", [["open", "app.launchURL('ftp://adobe.com/')"]], 60],
    ["and reach further", [["open", `${vendor}; ${go}; SOAP.request()`]], 60],
    ["and run texts", [["open", `${vendor}; ${go}; eval(a)`]], 60]
  ])("%s", (_, scripts, worst) => expect(Math.max(...judged(...scripts))).toBe(worst))
})

import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { analyzeScript, type ScriptAnalysis } from "../../../../core/documents/scripts/AnalyzeScript.ts"
import { measureCpuMillis } from "../../../support/CpuTime.ts"

/** Formats the results of the analysis on one line, without addresses. */
const noticed = (source: string): string => {
  const { evaluates, exploits, concealment, opens, accesses } = analyzeScript(source)
  const all = [
    ...opens,
    ...accesses,
    ...exploits,
    ...evaluates ? ["evaluates"] : [],
    ...concealment === null ? [] : ["hides"]
  ]
  return all.join(" ")
}

describe("calls in a script", () => {
  it.each<readonly [keyof ScriptAnalysis, string, string]>([
    ["opens", "launchURL", "app.launchURL('http://a.example/', true)"],
    ["opens", "getURL", "this.getURL(x)"],
    ["opens", "submitForm", "this.submitForm({cURL: 'http://a.example/'})"],
    ["opens", "mailDoc", "var f = this.mailDoc; f(false, 'a@b.example')"],
    ["opens", "mailMsg", "app.mailMsg(true, 'a@b.example')"],
    ["accesses", "SOAP", "SOAP.request({cURL: u})"],
    ["accesses", "RSS", "RSS.addFeed({cURL: u})"],
    ["accesses", "XMLHttpRequest", "new XMLHttpRequest"],
    ["accesses", "fetch", "fetch(u)"],
    ["accesses", "HTTP", "Net.HTTP.request({cVerb: 'GET'})"],
    ["accesses", "exportDataObject", "this.exportDataObject({cName: 'a', nLaunch: 2})"],
    ["accesses", "openDoc", "app.openDoc('/c/a.pdf')"],
    ["accesses", "readFileIntoStream", "util.readFileIntoStream('/c/a')"],
    ["accesses", "trustedFunction", "app.trustedFunction(f)"],
    ["exploits", "collectEmailInfo", "Collab.collectEmailInfo({msg: x})"],
    ["exploits", "newPlayer", "media.newPlayer(null)"],
    ["exploits", "printf", "util.printf('%45000f', n)"]
  ])("%s: %s", (group, name, source) => expect(analyzeScript(source)[group]).toEqual([name]))

  it.each([
    ["longer names", "launchURLs(); mygetURL(); prefetch(); evaluate(); SOAPy"],
    ["names in strings", "app.alert('launchURL, fetch and eval are names'); var a = 'SOAP'; f(['SOAP'][0], 'eval')"],
    ["names in comments", "// app.launchURL(x)\n/* eval(y) */ <!-- fetch(z)\n--> SOAP.request()\nvar a"],
    [
      "names in regular expressions",
      "if (/launchURL|eval(x)/.test(a) && b.match(/fetch/)) c = d.replace(/['\"]SOAP/g, '')"
    ],
    ["names in text that nobody runs", "var code = \"app.launchURL('http://a.example/')\"; app.alert(code)"],
    ["other spellings", "app.launchurl(x); FETCH(); Eval(); Saveas()"],
    ["other formats", "util.printf('%5.2f %10s', n)"],
    ["elements by number and by name", "a[0](); f['name'](); a[i].value = b[j + 1]"]
  ])("are not found in %s", (_, source) => expect(noticed(source)).toBe(""))

  it.each([
    ["in brackets", "app['launchURL'](u)"],
    ["put together", "app['laun' + 'chURL'](u)"],
    ["put together in brackets", "app[('laun') + ('ch' + 'URL')](u)"],
    ["put together by a function", "app['laun'.concat('chURL')](u)"],
    ["in a template", "app[`laun${'ch'}URL`](u)"],
    ["of numbers", "app[String.fromCharCode(108, 97, 117, 110, 0x63, 104, 85, 82, 76)](u)"],
    ["in escapes of a string", "app['\\x6caunch\\u0055RL'](u)"],
    ["in escapes of a name", "app.l\\u0061unch\\u{55}RL(u)"],
    ["in octal", "app['\\154aunchURL'](u)"],
    ["over several lines", "app['laun\\\nchURL'](u)"],
    ["with comments within", "app/**/./**/launchURL/**/(u)"],
    ["within a template", "var a = `${app.launchURL(u)}`"],
    ["by a variable", "var a = 'launchURL'; app.x; this[a](u)"],
    ["by what is taken apart", "const { launchURL: go } = app; go(u)"],
    ["where there may be nothing", "app?.['launchURL'](u)"],
    ["behind a comment of HTML", "<!-- /*\napp.launchURL(u) // */"],
    ["behind an expression with a quote", "if (a) /'/.test(b); app.launchURL(u) // '"],
    ["behind a block and an expression with a quote", "function a() {} /\"/.test(b); app.launchURL(u) // \""],
    ["in what looks like an expression", "a++ /app.launchURL(u)/ 1"],
    ["in text that is run", "eval('app.launchURL(u)')"],
    ["in text that is run later", "app.setTimeOut('app.launch' + 'URL(u)', 1)"],
    ["in text that is run in text that is run", "eval(\"app.setInterval('app.launchURL(u)')\")"],
    ["in a script that it adds", "this.addScript('a', 'app.launchURL(u)')"],
    ["in an action that it sets", "getField('a').setAction('MouseUp', 'app.launchURL(u)')"],
    ["after very much of something else", `${";".repeat(900_000)}app.launchURL(u)`]
  ])("are found %s", (_, source) => expect(analyzeScript(source).opens).toEqual(["launchURL"]))
})

describe("evaluated text", () => {
  it.each([
    ["eval(a)", true],
    ["window['ev' + 'al'](a)", true],
    ["new Function(a)()", true],
    ["''.constructor.constructor(a)()", true],
    ["0..constructor['constr' + 'uctor'](a)()", true],
    ["app[a + b](c)", true],
    ["app[a()](c)", true],
    ["app?.[a](c)", true],
    ["app[a].call(app, c)", true],
    ["[app][0]; [a](b)", false],
    ["A.prototype.constructor = A", false],
    ["a[b](c)", false],
    ["app['alert'](c)", false],
    ["app.setTimeOut('f()', 1)", false],
    ["app.setTimeOut(function() { f() }, 1)", false],
    ["app.setTimeOut(function f() {}, 1)", false],
    ["app.setTimeOut(a, 1)", false],
    ["app.setTimeOut('a'.b, 1)", false],
    ["app.setTimeOut(a.b, 1)", true],
    ["app.setTimeOut(a[0], 1)", true],
    ["app.setInterval(a(), 1)", true],
    ["var a = app.setTimeOut; a(b)", true],
    ["var a = app.setTimeOut", true],
    ["a = [app.setInterval, 1]", true],
    ["Reflect.get(app, a)", true],
    ["Object.values(app)", true],
    ["Object.values(a); app.values; values[app]", false],
    ["a.constructor(b)", true],
    ["constructor(b)", false],
    ["retrieval(a); app.eval2", false]
  ])("%s: %j", (source, evaluates) => expect(analyzeScript(source).evaluates).toBe(evaluates))
})

describe("hidden content", () => {
  const long = (piece: string, chars = 300) => piece.repeat(Math.ceil(chars / piece.length))
  it.each([
    [
      "text of numbers that is run",
      "eval(String.fromCharCode(a, b))",
      "code built by fromCharCode and then run"
    ],
    ["text of escapes that is run", "eval(unescape(a))", "code built by unescape and then run"],
    ["shell code", `unescape('${long("%u9090")}')`, "a long encoded text"],
    ["hex", `x = '${long("4d5a90")}'`, "a long encoded text"],
    ["base 64", `x = '${long("TVqQAAMAAAAEAAAA//8")}='`, "a long encoded text"],
    ["put together", `x = '${long("4d5a", 200)}' + '${long("4d5a", 200)}'`, "a long encoded text"],
    ["more than is read", " ".repeat(1_000_000), "more code than is analyzed"]
  ])("%s", (_, source, concealment) => expect(analyzeScript(source).concealment).toBe(concealment))

  it.each([
    ["text of numbers that is shown", "app.alert(String.fromCharCode(a, b) + unescape(c))"],
    ["as much as is read", " ".repeat(999_999)],
    ["short payloads", `x = '${long("4d5a", 200)}'`],
    ["long words", `x = '${long("abcdefgh")}'`],
    ["long sentences", `x = '${long("Please fill in the form 1. ")}'`],
    ["shares of numbers", `x = '${long("100% of 20% are ")}'`]
  ])("does not include %s", (_, source) => expect(analyzeScript(source).concealment).toBeNull())
})

describe("addresses", () => {
  it.each([
    ["'https://a.example/b?c=d#e'", ["https://a.example/b?c=d#e"]],
    ["'htt' + 'ps://' + 'a.example'", ["https://a.example"]],
    ["`ftp://a.example/${b}`", ["ftp://a.example/"]],
    ["'see HTTP://a.example and http://b.example/ there'", ["HTTP://a.example", "http://b.example/"]],
    ["'\\x68ttp:\\u002f/a.example'", ["http://a.example"]],
    ["eval(\"f('http://a.example/x')\")", ["http://a.example/x", "http://a.example/x"]],
    ["// http://a.example", []],
    ["x = a.example; 'xhttp://a.example'", []],
    ["'http:/a.example'", []]
  ])("%s", (source, urls) => expect(analyzeScript(source).urls).toEqual(urls))

  it.each([
    ["'\\\\\\\\host\\\\share'", true],
    ["'\\\\\\\\' + 'a.example' + '\\\\b'", true],
    ["x = '\\\\\\\\evil.example' + path", true],
    ["'\\\\\\\\h/x'", true],
    ["'\\\\\\\\?\\\\UNC\\\\host\\\\share'", true],
    ["'\\\\\\\\a@80\\\\DavWWWRoot'", true],
    ["'file://host/share'", true],
    ["'file:///c/a'", false],
    ["'\\\\\\\\'", false],
    ["new RegExp('\\\\\\\\d+\\\\\\\\.')", false],
    ["'\\\\\\\\n'", false],
    ["'\\\\host\\\\share'", false],
    ["'//host/share'", false]
  ])("of shares: %s, %j", (source, isShare) => expect(analyzeScript(source).uncPaths).toHaveLength(isShare ? 1 : 0))
})

describe("formatting and validation of fields", () => {
  it.each([
    ["AFNumber_Format(2, 0, 0, 0, \"$\", true);", true],
    ["AFSimple_Calculate('SUM', new Array('a', 'b'));", true],
    ["if (event.value < 0) { app.alert('no'); event.rc = false }", true],
    ["var a = this.getField('a').value; event.value = Math.round(a * 100) / 100", true],
    ["event.value = util.printd('yyyy', new Date)", true],
    ["this['getField']('a').value = 1", true],
    ["var a = color.convert(event.target.textColor, 'RGB'); if (Math.abs(a[1] - 0.5) < 1) event.value = ''", true],
    ["event.target.buttonImportIcon();", true],
    ["event.target.buttonImportIcon('/c/a.pdf');", false],
    ["event.target.buttonImportIcons();", false],
    ["app.launchURL(a)", false],
    ["this.exportDataObject(a)", false],
    ["myFunction(1)", false],
    ["app['execMenuItem']('a')", false],
    ["app['exec' + 'MenuItem']('a')", false],
    ["app[a]('b')", false],
    ["a.b.c = event.value", false],
    ["`${evil(1)}`", false]
  ])("%s: %j", (source, isFormatting) => expect(analyzeScript(source).isFormatting).toBe(isFormatting))

  it.each([
    ["app.alert('a')", true],
    ["app['response']('a')", true],
    ["event.value = 'alert'", false],
    ["myAlert()", false]
  ])(
    "with a message to the reader: %s: %j",
    (source, showsDialog) => expect(analyzeScript(source).showsDialog).toBe(showsDialog)
  )
})

describe("any script", () => {
  const calls = fc.constantFrom(
    "app.launchURL(u)",
    "eval(a)",
    "app['fet' + 'ch'](u)",
    "SOAP.request()",
    "a.printSeps()"
  )
  const plain = fc.constantFrom(
    "var a = 1",
    "f('b')",
    "/'/.test(a)",
    "// c",
    "/* d */",
    "g(`e${f}`)",
    "if (a) { b }",
    "'x' + y"
  )

  it("shows its calls in any surroundings", () => {
    fc.assert(fc.property(fc.array(plain), calls, fc.array(plain), (before, call, after) => {
      const whole = noticed([...before, call, ...after].join("\n;")).split(" ")
      for (const name of noticed(call).split(" ")) expect(whole).toContain(name)
      expect(noticed([...before, ...after].join("\n;"))).toBe("")
    }))
  })

  it.each([
    ["texts that run texts", `eval("${"f('a', \\\"b\\\");".repeat(17_500)}")`],
    ["brackets", "app[".repeat(50_000) + "](".repeat(22_500)],
    ["addresses", `x = '${"http://".repeat(35_000)}'`],
    ["numbers", `String.fromCharCode(${"1,".repeat(120_000)})`],
    ["lists of numbers that do not end", "String.fromCharCode(1,".repeat(10_000)],
    ["pieces of text", "'a'+".repeat(60_000)],
    ["escapes", `'${"%u90\\u0061".repeat(22_500)}'`],
    ["texts", "\"f(1)\";eval;".repeat(20_000)]
  ])("of a quarter of a megabyte is processed in seconds: %s", (_, source) => {
    expect(measureCpuMillis(() => void analyzeScript(source))).toBeLessThan(4_000)
  })
})

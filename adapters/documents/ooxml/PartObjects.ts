import { isBrowserControl } from "../../../core/documents/facts/BrowserControl.ts"
import { type Fact, factCharsMax } from "../../../core/documents/facts/Fact.ts"
import { isEquation } from "../ole/Equation.ts"
import { type Findings, truncateFactText } from "../reading/Findings.ts"
import type { XmlAttributes, XmlName } from "../xml/XmlNames.ts"
import { type PartCollector, TextBuffer } from "./package/PartCollector.ts"

/** Collects the elements of an XML part that make a program load or run something, such as objects and controls. */
export class PartObjects implements PartCollector {
  /** Name of the open custom property (docProps/custom.xml). */
  private property: string | null = null
  private value: TextBuffer | null = null
  private base: TextBuffer | null = null
  /**
   * Base of the document's relative links (ECMA-376 part 1, 22.2.2.12). Empty if links are relative to the document.
   */
  linkBase = ""
  /** IDs of the relationships to objects that the part declares as Equation Editor equations. */
  readonly equations: Array<string> = []
  private isExtension = false
  /**
   * True within the XML maps of a workbook, whose schemas a program loads. Schema locations in other parts are
   * informational.
   */
  private isMap = false
  private readonly where: string
  private readonly findings: Findings

  constructor(where: string, findings: Findings) {
    this.where = where
    this.findings = findings
  }

  /** Controls that show a web page, with the ID of the relationship to their data. */
  readonly browsers: Array<{ readonly classId: string | null; readonly id: string }> = []
  private control: { readonly classId: string | null; readonly id: string; location: string | null } | null = null

  selects({ local, uri }: XmlName): boolean {
    return elements.has(local) || uri === vml
  }

  open({ local, uri }: XmlName, attributes: XmlAttributes): void {
    const { where } = this
    switch (local) {
      // Elements of `urn:schemas-microsoft-com:office:office` (MS-OI29500 2.2.4), SpreadsheetML and PresentationML.
      case "OLEObject":
        return this.addObject(attributes.get("ProgID"), attributes.get("UpdateMode") === "Always", attributes.any("id"))
      case "oleObject":
        return this.addObject(
          attributes.get("progId"),
          attributes.get("oleUpdate") === "OLEUPDATE_ALWAYS",
          attributes.any("id")
        )
      case "oleObj":
        return this.addObject(attributes.get("progId"), false, attributes.any("id"))
      case "ocx":
        this.control = { classId: classIdOf(attributes.any("classid")), id: attributes.any("id") ?? "", location: null }
        return
      case "ocxPr":
        if (this.control !== null && isAbsoluteUrl(attributes.any("value") ?? "")) {
          this.control.location ??= attributes.any("value")!.trim()
        }
        return
      case "customUI": {
        const callback = attributes.get("onLoad")?.trim()
        if (callback !== undefined && callback !== "") {
          this.findings.add({ kind: "custom ui", callback: truncateFactText(callback), where })
        }
        return
      }
      case "hlinkClick":
        return this.addAction(attributes.get("action") ?? "", "other")
      case "hlinkHover":
      case "hlinkMouseOver":
        return this.addAction(attributes.get("action") ?? "", "object")
      case "webextension":
        this.isExtension = true
        return
      case "cmd":
        // An animation can run a verb of an object without a click (CVE-2014-4114).
        if (attributes.get("type") === "verb") this.addObject("of an animation", true)
        return
      case "webVideoPr":
        return this.addVideo(attributes.any("embeddedHtml") ?? "")
      case "reference":
        if (this.isExtension) this.addExtension(attributes)
        return
      default:
        this.openProperty(local, uri, attributes)
    }
  }

  /** Handles the start of document properties, data sources, XML schemas and drawings. */
  private openProperty(local: string, uri: string, attributes: XmlAttributes): void {
    switch (local) {
      case "HyperlinkBase":
        this.base = new TextBuffer(factCharsMax)
        return
      case "property":
        this.property = attributes.get("name") ?? null
        return
      case "lpwstr":
      case "lpstr":
      case "bstr":
        if (this.property !== null) this.value = new TextBuffer(factCharsMax)
        return
      case "connectString":
        return this.addReference("mailmerge", attributes.any("val"))
      case "MapInfo":
        this.isMap = true
        return
      case "redefine":
      case "include":
      case "import":
        if (this.isMap && uri === schema && isExternal(attributes.get("schemaLocation") ?? "")) {
          this.findings.add({ kind: "xml entity", entity: "external", where: this.where })
        }
        return
      default:
        if (uri === vml) this.addDrawing(attributes)
    }
  }

  close({ local }: XmlName): void {
    if (local === "ocx") this.endControl()
    if (local === "HyperlinkBase") {
      this.linkBase = this.base?.toString().trim() ?? ""
      this.base = null
    }
    if (local === "property") {
      const value = this.value?.toString().trim() ?? ""
      if (isLoader.test(this.property ?? "") && value !== "") {
        this.findings.add({ kind: "add-in", target: truncateFactText(value), where: this.where })
      }
      this.property = null
      this.value = null
    }
  }

  text(text: string): void {
    this.value?.add(text)
    this.base?.add(text)
  }

  private endControl(): void {
    const { control, where } = this
    this.control = null
    if (control === null) return
    const { classId, id, location } = control
    // The address of a web page can also be in the part with the control's data.
    if (location === null && id !== "" && isBrowserControl(classId)) return void this.browsers.push({ classId, id })
    const fact = { kind: "activex", classId, where } as const
    this.findings.add(location === null ? fact : { ...fact, location: truncateFactText(location) })
  }

  /** @param relationship ID of the relationship to the part that contains the object */
  private addObject(progId: string | undefined, isUpdated: boolean, relationship?: string): void {
    const { where } = this
    if (progId === undefined || progId === "") return
    if (relationship !== undefined && isEquation(null, progId)) this.equations.push(relationship)
    this.findings.add({
      kind: "ole object",
      classId: null,
      progId: truncateFactText(progId),
      isUpdated,
      isMalformed: false,
      where
    })
  }

  /**
   * Adds an action that runs a macro or program on click or hover (MS-OE376 2.1.1195, `ppaction`). Other actions
   * navigate to slides and links.
   */
  private addAction(action: string, role: "other" | "object"): void {
    if (/^ppaction:\/\/program/i.test(action.trim())) this.addReference(role, action)
    else if (/^ppaction:\/\/macro/i.test(action.trim())) this.addReference("other", action)
  }

  /**
   * Adds the frame addresses of the web page that Word embeds as an online video (MS-DOCX 2.4.3). If the page has
   * active content, adds the whole page as a link.
   */
  private addVideo(page: string): void {
    const { findings, where } = this
    for (
      const [, url] of page.slice(0, factCharsMax).matchAll(
        /\bsrc\s{0,9}=\s{0,9}["']?((?:https?:)?\/\/[^"'\s>]{1,2048})/gi
      )
    ) {
      if (url === undefined) continue
      findings.add({ kind: "link", url: url.replace(/^\/\//, "https://"), text: null, from: "object", where })
    }
    if (/<(?:script|form|object|embed|meta)\b|\bon[a-z]{3,20}\s{0,9}=|javascript:/i.test(page)) {
      findings.add({ kind: "link", url: truncateFactText(`data:text/html,${page}`), text: null, from: "object", where })
    }
  }

  private addExtension(attributes: XmlAttributes): void {
    const [store, id] = [attributes.get("store") ?? "", attributes.get("id") ?? ""]
    // For Microsoft's store, `store` is a language, which may be missing or replaced by the add-in's ID.
    const hasNoStore = store === "" || store.toLowerCase() === id.toLowerCase()
    const target = [hasNoStore ? attributes.get("storeType") ?? "" : store, id].filter((text) => text !== "")
    this.findings.add({ kind: "add-in", target: truncateFactText(target.join(" ")), where: this.where })
  }

  /** Adds the pictures and links that VML refers to by URL, without a relationship. */
  private addDrawing(attributes: XmlAttributes): void {
    const href = attributes.get("href")
    if (href !== undefined && isAbsoluteUrl(href)) {
      this.findings.add({ kind: "link", url: truncateFactText(href), text: null, from: "object", where: this.where })
    }
    for (const name of ["src", "althref"]) {
      const source = attributes.any(name)
      if (source !== undefined && isAbsoluteUrl(source)) this.addReference("image", source)
    }
  }

  private addReference(role: Extract<Fact, { kind: "reference" }>["role"], target: string | undefined): void {
    if (target === undefined || target.trim() === "") return
    this.findings.add({ kind: "reference", role, target: truncateFactText(target.trim()), where: this.where })
  }
}

const elements: ReadonlySet<string> = new Set([
  "OLEObject",
  "oleObject",
  "oleObj",
  "ocx",
  "ocxPr",
  "customUI",
  "hlinkClick",
  "hlinkHover",
  "hlinkMouseOver",
  "webextension",
  "cmd",
  "HyperlinkBase",
  "webVideoPr",
  "reference",
  "property",
  "lpwstr",
  "lpstr",
  "bstr",
  "connectString",
  "MapInfo",
  "redefine",
  "include",
  "import"
])

/**
 * Namespace of XML Schema. A schema may include or import external schemas (XML Schema 1.1 part 1, 4.2), which programs
 * fetch like external entities.
 */
const schema = "http://www.w3.org/2001/XMLSchema"
const vml = "urn:schemas-microsoft-com:vml"
/** Names of the custom properties that locate an Office customization (MS-OFFMACRO2, "VSTO"). */
const isLoader = /^_Assembly(?:Location|Name)\d*$/i

const isAbsoluteUrl = (target: string): boolean => /^\s*(?:[a-z][a-z0-9+.-]+:|\\\\|\/\/)/i.test(target)

const isExternal = (target: string): boolean =>
  isAbsoluteUrl(target) && !/^\s*https?:\/\/(?:www\.)?w3\.org\//i.test(target)

/**
 * Returns a class ID in the form used in facts: upper case, without braces. Returns null if the text does not contain a
 * class ID.
 */
const classIdOf = (text: string | undefined): string | null =>
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(text ?? "")?.[0].toUpperCase() ?? null

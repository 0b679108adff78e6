import type { Page } from "playwright-core"

/**
 * Returns texts with too little contrast (WCAG 1.4.3). Also returns links that differ from the surrounding text only by
 * a similar color (1.4.1).
 *
 * The check takes a twentieth of axe's time, but considers only the backgrounds of ancestors. Axe also checks
 * overlapping elements.
 */
export const faintTexts = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => {
    type Color = readonly [red: number, green: number, blue: number, alpha: number]

    const colorOf = (text: string): Color => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/-?\d*\.?\d+(?:e-?\d+)?/g) ?? []).map(Number)
      // `color-mix()` computes to `color(srgb 0.1 0.2 0.3)`, with components from 0 to 1.
      return text.startsWith("color(") ? [255 * red, 255 * green, 255 * blue, alpha] : [red, green, blue, alpha]
    }

    const over = ([red, green, blue, alpha]: Color, below: Color): Color => {
      const mixed = (one: number, other: number) => one * alpha + other * (1 - alpha)
      return [mixed(red, below[0]), mixed(green, below[1]), mixed(blue, below[2]), 1]
    }

    const luminance = (color: Color): number => {
      const [red, green, blue] = color.slice(0, 3).map((value) =>
        value <= 10.31 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4
      ) as [number, number, number]
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    const contrast = (one: Color, other: Color): number => {
      const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
      return (high + 0.05) / (low + 0.05)
    }

    interface Looked {
      readonly style: CSSStyleDeclaration
      /** Color behind the element's text; null behind a background image. */
      readonly ground: Color | null
      /** Product of the opacities of the element and its ancestors. */
      readonly opacity: number
    }

    const known = new Map<Element, Looked>()
    const canvas = colorOf(getComputedStyle(document.body).backgroundColor)

    const lookAt = (element: Element): Looked => {
      const before = known.get(element)
      if (before !== undefined) return before
      const style = getComputedStyle(element)
      const parent = element.parentElement === null ? { ground: canvas, opacity: 1 } : lookAt(element.parentElement)
      const own = colorOf(style.backgroundColor)
      const ground = own[3] === 1
        ? own
        : parent.ground === null || style.backgroundImage !== "none"
        ? null
        : over(own, parent.ground)
      const found = { style, ground, opacity: parent.opacity * Number(style.opacity) }
      known.set(element, found)
      return found
    }

    const isDisabled = (element: Element) =>
      element.closest(":disabled, [data-disabled], [aria-disabled=true], label:has(:disabled)") !== null

    const shown = (element: Element, what: string) => `${what}: ${element.outerHTML.slice(0, 160)}`
    const found: Array<string> = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const elements = new Set<Element>()
    while (walker.nextNode() !== null) {
      if (walker.currentNode.textContent!.trim() !== "") elements.add(walker.currentNode.parentElement!)
    }
    for (const element of elements) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const { height, width } = element.getBoundingClientRect()
      // Skips text for screen readers, which is one pixel high.
      if (height <= 1 || width <= 1) continue
      const { ground, opacity, style } = lookAt(element)
      if (ground === null || isDisabled(element)) continue
      const [red, green, blue, alpha] = colorOf(style.color)
      const color = over([red, green, blue, alpha * opacity], ground)
      const pixels = Number.parseFloat(style.fontSize)
      const isLarge = pixels >= 24 || pixels >= 18.66 && Number(style.fontWeight) >= 700
      const ratio = contrast(color, ground)
      if (ratio < (isLarge ? 3 : 4.5)) {
        found.push(shown(element, `a contrast of ${ratio.toFixed(2)} with the background`))
      }

      const link = element.closest("a[href]")
      const around = link?.parentElement ?? null
      const isInText = around !== null && getComputedStyle(link!).display === "inline" &&
        [...around.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim().length > 1)
      if (!isInText || getComputedStyle(link!).textDecorationLine.includes("underline")) continue
      const beside = contrast(color, over(colorOf(lookAt(around).style.color), ground))
      if (beside < 3) found.push(shown(link!, `a contrast of ${beside.toFixed(2)} with the text around the link`))
    }
    return [...new Set(found)]
  })

import type { UserConfig } from "vitepress"

/** Writes `module-ids.json`: the ids of all modules of which the site contains code. They are part of the SBOM. */
export const writeModuleIds = (): NonNullable<NonNullable<UserConfig["vite"]>["plugins"]>[number] => ({
  name: "module-ids",
  generateBundle(_, bundle) {
    const ids = Object.values(bundle).flatMap((file) =>
      file.type === "chunk"
        ? Object.entries(file.modules).flatMap(([id, { renderedLength }]) => renderedLength > 0 ? [id] : [])
        : []
    )
    this.emitFile({ type: "asset", fileName: "module-ids.json", source: JSON.stringify([...new Set(ids)].toSorted()) })
  }
})

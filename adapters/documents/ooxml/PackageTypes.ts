import { zipKey } from "../zip/ZipEntry.ts"
import type { OoxmlPackage } from "./OoxmlPackage.ts"

interface PackageType {
  /** For a message. */
  readonly what: string
  /** The name of a part that each package of the type has, in lower case. */
  readonly part: RegExp
  /** Content type of such a part; null where it tells nothing. */
  readonly contentType: RegExp | null
}

/** Packages of other programs. None of these parts occurs in a document of Office, which may embed such a package as one part. */
const otherTypes: ReadonlyArray<PackageType> = [
  {
    what: "an XPS document",
    part: /\.fdseq$/,
    contentType: /^application\/(?:vnd\.ms-package\.xps-fixeddocumentsequence|oxps-fixeddocumentsequence)\+xml$/
  },
  {
    what: "a Visio drawing",
    part: /^visio\/document\.xml$/,
    contentType: /^application\/vnd\.ms-visio\.[a-z.]{1,60}\.main\+xml$/
  },
  {
    what: "a Windows app package",
    part: /^(?:appxmanifest|appxmetadata\/appxbundlemanifest)\.xml$/,
    contentType: /^application\/vnd\.ms-appx\.(?:bundle)?manifest\+xml$/
  },
  { what: "a Visual Studio extension", part: /^extension\.vsixmanifest$/, contentType: null },
  { what: "a NuGet package", part: /^[^/]{1,255}\.nuspec$/, contentType: null },
  {
    what: "a 3MF model",
    part: /^3d\/3dmodel\.model$/,
    contentType: /^application\/vnd\.ms-package\.3dmanufacturing-3dmodel\+xml$/
  },
  { what: "a DWFx drawing", part: /^dwfdocumentsequence\.dwfseq$/, contentType: null },
  {
    what: "an Office theme",
    part: /^theme\/theme\/thememanager\.xml$/,
    contentType: /^application\/vnd\.openxmlformats-officedocument\.thememanager\+xml$/
  },
  { what: "a Power BI report", part: /^datamodel(?:schema)?$/, contentType: null }
]

/** Types of the parts that Word, Excel and PowerPoint open first. */
const officeType =
  /^application\/vnd\.(?:openxmlformats-officedocument\.(?:wordprocessingml|spreadsheetml|presentationml)|ms-(?:word|excel|powerpoint))\.[a-z.]{1,80}\bmain(?:\+xml)?$/

/** Where Office puts them: the only clue in a package whose content types are damaged. */
const officePart = /^(?:word\/document\d{0,9}\.xml|xl\/workbook\d{0,9}\.(?:xml|bin)|ppt\/presentation\d{0,9}\.xml)$/

/**
 * Names the type of a package that is no document of Word, Excel or PowerPoint; null if it is one. Of a document that was cut
 * short, only the content types may name the main part.
 */
export const otherPackageType = ({ namedTypes, parts }: OoxmlPackage): string | null => {
  const other = otherTypes.find(({ contentType, part }) =>
    parts.some((one) => part.test(zipKey(one.name)) || contentType?.test(one.contentType) === true)
  )
  if (other !== undefined) return other.what
  return parts.some(({ name }) => officePart.test(zipKey(name))) || namedTypes.some((type) => officeType.test(type))
    ? null
    : "an Open Packaging container of an unknown type"
}

/** Keywords of each format that change a reader's behavior. */
export const tokens: ReadonlyArray<Uint8Array> = [
  // PDF
  ..."1 0 obj|2 0 obj<<|endobj|stream\n|endstream|trailer<<|xref|startxref|/ObjStm|/XRef|/FlateDecode|/ASCIIHexDecode"
    .split("|"),
  ..."/LZWDecode|/RunLengthDecode|/ASCII85Decode|/Filter[|/DecodeParms<<|/Predictor 15|/Columns 1|/Columns 65535".split(
    "|"
  ),
  ..."/Colors 99|/BitsPerComponent 16|/Next 1 0 R|/Kids[1 0 R]|/Parent 1 0 R|/Names[|/Contents 1 0 R|/Length 9 0 R"
    .split("|"),
  ..."/N 65535|/First 99999|/Encrypt 1 0 R|/XFA|/JS(|/OpenAction<<|/AA<<|/URI(|/Launch|/EmbeddedFile|/ToUnicode".split(
    "|"
  ),
  ..."beginbfrange <00><ff><0000>|beginbfchar|begincodespacerange|BT /F1 9 Tf|Tj|TJ|Do|cm|q|Q|BI /W 9 ID |EI|[[[[|<<<<|(((("
    .split(
      "|"
    ),
  ..."100 0 0 100 0 0 cm|/F 1e9 Tf|'|\"|Td|TD|T*|Tr|W n|/Im Do|0 0 R|-1|99999999999|1e308|\\777|%|>>".split("|"),
  // XML
  ..."<|>|</|/>|&|&lt;|&#x0;|&#x10ffff;|<![CDATA[|]]>|<!--|-->|<!DOCTYPE a [|<!ENTITY a \"&a;\">|<?xml version=\"1.0\"?>"
    .split(
      "|"
    ),
  ..."xmlns=\"\"|xmlns:r=\"\"|r:id=\"rId1\"|TargetMode=\"External\"|Target=\"http://a/\"|<w:instrText>|<w:fldChar "
    .split("|"),
  ..."w:fldCharType=\"begin\"/>|w:fldCharType=\"end\"/>|<w:p>|</w:p>|DDEAUTO a b|INCLUDEPICTURE|HYPERLINK \"|\" \\o"
    .split("|"),
  // RTF
  ..."{|}|\\|{\\*\\objdata |{\\object\\objemb |\\bin9999999999 |\\bin4 |\\'|\\u-99999 |\\ucn9|{\\field{\\*\\fldinst |}{\\fldrslt "
    .split(
      "|"
    ),
  ..."\\objupdate|\\objautlink|{\\*\\objclass |{\\pict|{\\*\\template |{\\info|\\par|{\\*\\datastore |0105000002000000"
    .split("|"),
  // VBA and formulas
  ..."Sub Auto_Open()|End Sub|Shell(|Chr(|& Chr(65)|StrReverse(|Replace(|_\r\n|Attribute VB_Name = \"a\"|\"\"\"\"|: |'"
    .split("|"),
  ..."If |For i = 1 To 9999999|Next|Array(|Split(|CreateObject(|EXEC(|=CHAR(65)&|=FORMULA(|ID;P|C;X1;Y1;E|\r\nNN;NAuto_open;E"
    .split("|")
].map((text) => Uint8Array.from(Buffer.from(text, "latin1"))).concat(
  [
    "d0cf11e0a1b11ae1",
    "504b0304",
    "504b0102",
    "504b0506",
    "504b0606",
    "feffffff",
    "ffffffff",
    "fdffffff",
    "fcffffff",
    "0908100000060500",
    "0a000000",
    "3c000400",
    "06000000ffff",
    "18000000",
    "fc00ff1f",
    "e9070000",
    "feff",
    "fffe",
    "01b0",
    "cafe0100",
    "dba52d00",
    "eca5c100",
    "0f00e803",
    "789c",
    "ffd8ffe0",
    "89504e470d0a1a0a",
    "255044462d312e37"
  ].map((hex) => Uint8Array.from(Buffer.from(hex, "hex")))
)

/** Numbers at which counts, sizes and offsets often overflow or exceed a limit. */
export const numbers: ReadonlyArray<number> = [
  0,
  1,
  2,
  3,
  4,
  7,
  8,
  16,
  63,
  64,
  65,
  127,
  128,
  255,
  256,
  511,
  512,
  513,
  4_095,
  4_096,
  32_767,
  32_768,
  65_535,
  65_536,
  1_048_576,
  16_777_216,
  0x7fffffff,
  0x80000000,
  0xfffffffd,
  0xfffffffe,
  0xffffffff
]

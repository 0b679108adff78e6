import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"

/** Compresses a file at the highest level of gzip and of brotli. */
export const compress = async (
  bytes: Uint8Array
): Promise<{ readonly gzip: Uint8Array; readonly brotli: Uint8Array }> => {
  const [small, smaller] = await Promise.all([
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
  ])
  return { gzip: small, brotli: smaller }
}

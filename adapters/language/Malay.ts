/**
 * Indonesian and Malay share most of their words, and detectors that tell both apart are often wrong: these are words that one of
 * them writes otherwise, or does not have.
 */
const malay = new Set(
  ("awak kerana boleh wang pejabat percuma laman hendak ialah syarikat perniagaan perkhidmatan telefon bimbit encik puan cik tuan " +
    "sahaja mahu nak tak kereta hantar hantarkan tempahan harga sila anda berminat isnin selasa khamis jumaat ahad bila macam " +
    "pinjaman kelulusan segera daripada ringgit minggu hadapan kedai basikal syampu cuti peti sejuk sejukbeku").split(
      " "
    )
)
const indonesian = new Set(
  ("karena bisa uang kantor gratis situs perusahaan layanan bisnis ponsel bapak ibu saja mau ingin enggak nggak gak mobil kirim " +
    "pesanan silakan senin kamis jumat minggu kapan seperti pinjaman dari rupiah toko sepeda liburan kami butuh tolong mohon " +
    "hubungi bahwa adalah kalau jika tersebut juga sudah belum akan bagaimana berapa kemarin besok").split(" ")
)

/** Words of Malay alone, more than of Indonesian alone, that tell Malay. */
const malayWordsMin = 2

/** ISO 639-1 of a text that is in one of the two. Indonesian, with ten times as many writers, where nothing tells. */
export const malayOrIndonesian = (words: ReadonlyArray<string>): "id" | "ms" => {
  let balance = 0
  for (const word of words) {
    const [inMalay, inIndonesian] = [malay.has(word), indonesian.has(word)]
    if (inMalay !== inIndonesian) balance += inMalay ? 1 : -1
  }
  return balance >= malayWordsMin ? "ms" : "id"
}

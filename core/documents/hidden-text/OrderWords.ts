// Words of orders to a language model, as alternatives of a regular expression, in English, German, French, Spanish,
// Italian, Portuguese, Dutch, Polish and Russian. All are in lower case. The names with `Eastern` are for Chinese, Japanese
// and Korean, which put no blank between words, or whose words change at their ends.

/** Requests to drop instructions. */
export const dropWords =
  "ignore|disregard|forget|override|neglect|bypass|skip|erase|pay no attention to|do not follow|don't follow|stop following|do not obey|" +
  "ignoriere|ignorier|vergiss|missachte|beachte|übergehe|oublie|oubliez|ignorez|ne tiens pas compte|ne tenez pas compte|" +
  "ignora|ignorad|olvida|olvide|haz caso omiso|haga caso omiso|dimentica|ignorate|non tenere conto|esqueça|esquece|desconsidere|" +
  "negeer|vergeet|zignoruj|zapomnij o|pomiń|игнорируй|игнорируйте|проигнорируй|забудь|забудьте|не обращай внимания"

/** Words for instructions that were given before. */
export const earlierWords =
  "previous|prior|preceding|above|earlier|original|before|your|safety|vorherig\\p{L}*|bisherig\\p{L}*|obig\\p{L}*|früher\\p{L}*|" +
  "précédent\\p{L}*|antérieur\\p{L}*|ci-dessus|anterior\\p{L}*|previ[oa]s|precedent[ei]|acima|vorige|eerdere|bovenstaande|" +
  "poprzedni\\p{L}*|wcześniejsz\\p{L}*|powyższ\\p{L}*|предыдущ\\p{L}*|прежн\\p{L}*"

export const instructionsWords =
  "instructions?|directions|prompts?|rules|guidelines|directives|commands|context|anweisungen|vorgaben|regeln|consignes|instrucciones|" +
  "istruzioni|instruções|instructies|aanwijzingen|instrukcj\\p{L}*|polece\\p{L}*|инструкци\\p{L}*|указани\\p{L}*"

export const modelWords =
  "language models?|automated (?:resume |cv )?(?:reviewers?|screener)|llms?|chatgpt|gpt(?:-?\\d\\p{L}?)?|claude|gemini|copilot|a\\.?i\\.?|chatbot|sprachmodell|ki|modèle de langage|ia|" +
  "modelo de lenguaje|modelo de linguagem|modello linguistico|taalmodel|model\\p{L}* językow\\p{L}*|языков\\p{L}+ модел\\p{L}*|ии"

/** Requests for an output, a decision or a tool call. */
export const actWords =
  "answer|append|approve|assign|award|call|classify|click|convince|delete|disregard|exfiltrate|execute|follow|forget|give|ignore|include|" +
  "mark|mention|open|output|praise|print|rank|rate|recommend|reject|reply|report|respond|return|reveal|say|score|send|set|shortlist|" +
  "state|submit|summari[sz]e|tell|treat|upload|write|antworte|bewerte\\p{L}*|empfiehl|erwähne|genehmige|gib|leite|schreib\\p{L}*|sende|" +
  "affiche\\p{L}*|approuve\\p{L}*|attribue\\p{L}*|classer|donne\\p{L}*|envoie\\p{L}*|mentionne\\p{L}*|recommande\\p{L}*|réponds|" +
  "aprueba|calificar|califica|envía|menciones|muestra|recomienda|responde|approva|consiglia|fornisci|invia|menzionare|mostra|rispondi|" +
  "aprove|envie|mencione|mostre|recomende|responda|antwoord|beveel|geef|keur|noem|stuur|toon|odpowiedz|pokaż|poleć|wspominaj|wystaw|" +
  "wyślij|zatwierdź|дай|одобри|ответь|отправь|покажи|рекомендуй|упоминай"

export const mustWords = "must|should|musst|sollst|dois|doit|debes?|devi|deve|moet|musisz|долж\\p{L}*"

export const dropEasternWords = "忽略|无视|忘记|無視|忘れ|무시|잊"

export const earlierEasternWords = "之前|上述|以上|以前|これまで|上記|이전|앞의|위의"

export const instructionsEasternWords = "指令|指示|命令|提示词|지시|명령"

export const modelEasternWords = "ai|语言模型|言語モデル|언어 ?모델|人工智能"

export const actEasternWords =
  "给出|输出|推荐|提及|回答|批准|发送|評価し|表示し|推薦し|言及し|承認|작성하|출력하|추천하|언급하|답하|승인하"

import type { Objection } from './screened'
import { objection } from './screened'

// Control and format characters, separators other than the space, unassigned and private ones, half pairs, and letters that show nothing.
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffd]|(?! )\p{Zs}/u

// Letters of other scripts that are drawn like Latin ones: Cyrillic, Greek, Armenian, Cherokee, phonetic ones.
const twins = new Set(
  'абгеорсухѕіјһԁԛԝѵӏьАВЕЅІЈКМНОРСТХУҮԌԚԜӀүһοανρτυχικγσηωΑΒΕΖΗΙΚΜΝΟΡΤΥΧօոսցհյեգԼՏՍᎪᎳᎢᎠᎬᎻᏞᏚᏦᏢᏒᏴꓐꓑꓓꓔꓖꓗꓘꓙꓚꓜꓝꓟꓠꓡꓢꓣꓤꓥꓦꓧꓨꓩꓪꓫꓬꓮꓰꓱꓲꓳꓴꓵɑɡıȷɩʋɪʟʀʏɢɴᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢꜱǀǃｌ',
)

// Marks that are drawn like those that mean something to a shell or a program: dashes, quotes, slashes, dots, colons, bars.
const twinMarks =
  /[\u2010-\u2015\u2212\u2018-\u201f\u2032-\u2037\u02b9-\u02bf\u02c8\u00b4\u2044\u2215\u29f8\u2571\u3003\u2024\u00b7\u0589\u05c3\u2236\ua789\u01c0\u2223\u2758\u223c\u02dc\u2217\u066a\u2052\u037e]/u

/** Control and odd white space, invisible characters: nobody who approves can see them. A tab or line end is one of them. */
export function unseenCharacter(text: string): Objection | undefined {
  const found = unseen.exec(text)?.[0]
  if (found === undefined) return undefined
  return objection('control-character', `it holds the character ${code(found)}: only plain spaces may part its words`)
}

/**
 * Characters that pass for others: in a program's name any that isn't ASCII, elsewhere wide and mathematical forms, words that mix Latin letters with twins of another script,
 * and, outside quotes, dashes, quotes and slashes that aren't those of a shell. Text of one foreign script is no fault.
 */
export function lookAlike(text: string, program: string, unquoted: readonly string[]): Objection | undefined {
  const inName = /[^\x20-\x7e]/u.exec(program)?.[0]
  if (inName !== undefined) return objection('look-alike', `the program's name holds ${code(inName)}, which is no ASCII`)
  const disguised = [...unquoted.join('')].find(passesForAscii) ?? [...text].find((character) => drawnAsAscii.test(character))
  if (disguised !== undefined)
    return objection('look-alike', `${code(disguised)} passes for ${JSON.stringify(disguised.normalize('NFKC'))}`)
  const mark = unquoted.map((word) => twinMarks.exec(word)?.[0]).find((found) => found !== undefined)
  if (mark !== undefined) return objection('look-alike', `${code(mark)} passes for a sign of the shell`)
  const foreign = [...text].some(
    (letter) => letter > '\x7f' && /\p{L}/u.test(letter) && !/\p{Script=Latin}/u.test(letter) && !twins.has(letter),
  )
  for (const word of text.match(/[\p{L}\p{N}_]+/gu) ?? []) {
    const twin = [...word].find((letter) => twins.has(letter))
    if (twin === undefined) continue
    const passes = [...word].every((letter) => twins.has(letter) || letter < '\x80')
    if (/[A-Za-z]/.test(word) || (passes && !foreign))
      return objection('look-alike', `${code(twin)} in a word of other letters passes for a Latin letter`)
  }
  return undefined
}

// Wide forms and letters for formulas: these have no place in quoted text either.
const drawnAsAscii = /[\uff01-\uff5e\u{1d400}-\u{1d7ff}]/u

function passesForAscii(character: string): boolean {
  return character > '\x7f' && /^[\x20-\x7e]+$/.test(character.normalize('NFKC'))
}

function code(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

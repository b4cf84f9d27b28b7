/**
 * Normalizes typed text: Latin digits, `-` for every minus, `'` for every apostrophe, one space for
 * every space, and no bidirectional control characters.
 */
export function plainText(text: string): string {
  return text
    .replace(/[\u200e\u200f\u061c\u2066-\u2069\u202a-\u202e]/g, '')
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[\u2010-\u2014\u2212\ufe63]/g, '-')
    .replace(/[’ʼ]/g, "'")
    .replace(/،/g, ',')
    .replace(/。/g, '.')
    .replace(/\s+/g, ' ')
    .trim();
}

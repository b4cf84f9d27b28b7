/**
 * The fonts of PDF files: Noto Sans for Latin, Cyrillic and Greek, Noto Sans for Chinese, and IBM
 * Plex Sans for Arabic. Noto Sans has glyphs of its own for the dots of Arabic letters, which are
 * lost if the text of a file is copied or searched. A file contains only the glyphs that it uses.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Font } from 'fontkit';
import { yieldToEventLoop } from '../../../yield-to-event-loop.ts';

export const WEIGHTS = ['regular', 'bold'] as const;
export type Weight = (typeof WEIGHTS)[number];

export const TYPEFACES = ['latin', 'chinese', 'arabic'] as const;
export type Typeface = (typeof TYPEFACES)[number];

export type FontSet = Readonly<Record<Typeface, Readonly<Record<Weight, Font>>>>;

const { resolve } = createRequire(import.meta.url);
const latin = '@expo-google-fonts/noto-sans';
const arabic = '@expo-google-fonts/ibm-plex-sans-arabic';
/** The package exports its list of fonts only, which is in the folder beside that of the fonts. */
const chinese = () => join(dirname(resolve('@embedpdf/fonts-sc')), '..', 'fonts');

const FILES: Readonly<Record<Typeface, Readonly<Record<Weight, () => string>>>> = {
  latin: {
    regular: () => resolve(`${latin}/400Regular/NotoSans_400Regular.ttf`),
    bold: () => resolve(`${latin}/700Bold/NotoSans_700Bold.ttf`),
  },
  chinese: {
    regular: () => join(chinese(), 'NotoSansHans-Regular.otf'),
    bold: () => join(chinese(), 'NotoSansHans-Bold.otf'),
  },
  arabic: {
    regular: () => resolve(`${arabic}/400Regular/IBMPlexSansArabic_400Regular.ttf`),
    bold: () => resolve(`${arabic}/700Bold/IBMPlexSansArabic_700Bold.ttf`),
  },
};

/** Texts that need the substitutions and the positions of a typeface. */
const SAMPLES: Readonly<Record<Typeface, string>> = {
  latin: 'AVж\u0301',
  chinese: '电，',
  arabic: 'للمَج',
};

/** Read once: the files of the Chinese typeface have 17 MB. */
const contents = new Map<string, Buffer>();

async function contentOf(file: string): Promise<Buffer> {
  const content = contents.get(file) ?? (await readFile(file));
  contents.set(file, content);
  return content;
}

/**
 * The fonts are opened for each file: fontkit stores with a glyph the first character that used it,
 * so with shared fonts the bytes of a file would depend on those before it.
 */
export async function openFonts(): Promise<FontSet> {
  const { create } = await import('fontkit');
  const open = async (typeface: Typeface, weight: Weight): Promise<Font> => {
    const file = FILES[typeface][weight]();
    const font = create(await contentOf(file));
    if ('fonts' in font) throw new Error(`${file} is a collection of fonts`);
    await yieldToEventLoop();
    // The first layout reads the tables of the font.
    font.layout(SAMPLES[typeface]);
    await yieldToEventLoop();
    return font;
  };
  const pair = async (typeface: Typeface) => ({
    regular: await open(typeface, 'regular'),
    bold: await open(typeface, 'bold'),
  });
  return {
    latin: await pair('latin'),
    chinese: await pair('chinese'),
    arabic: await pair('arabic'),
  };
}

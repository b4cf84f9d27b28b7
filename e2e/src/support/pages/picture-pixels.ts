/** An image as a browser decodes it: its size, and the number of pixels of each color. */
import type { Page } from 'playwright-core';

export interface PicturePixels {
  readonly width: number;
  readonly height: number;
  /** `#rrggbb` of the corner pixel, which is the background color. */
  readonly ground: string;
  /** Number of pixels of each color. */
  readonly colors: Readonly<Record<string, number>>;
}

/** Throws if the bytes are not an image. */
export function picturePixels(page: Page, bytes: Buffer): Promise<PicturePixels> {
  return page.evaluate(async (base64) => {
    const raw = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([raw], { type: 'image/png' }));
    const canvas = document.createElement('canvas');
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    const ctx = canvas.getContext('2d')!;
    ctx.drawImage(bitmap, 0, 0);
    const { data } = ctx.getImageData(0, 0, bitmap.width, bitmap.height);
    const counts = new Map<number, number>();
    for (let i = 0; i < data.length; i += 4) {
      const color = (data[i]! << 16) | (data[i + 1]! << 8) | data[i + 2]!;
      counts.set(color, (counts.get(color) ?? 0) + 1);
    }
    const named = (color: number) => `#${color.toString(16).padStart(6, '0')}`;
    return {
      width: bitmap.width,
      height: bitmap.height,
      ground: named((data[0]! << 16) | (data[1]! << 8) | data[2]!),
      colors: Object.fromEntries([...counts].map(([color, count]) => [named(color), count])),
    };
  }, bytes.toString('base64'));
}

/** Bytes as base64, to travel inside JSON. */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  // As arguments of one call, which takes some ten thousand.
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text);
}

/** Encodes bytes as base64 for transfer in JSON. */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  // Converts in chunks, because one function call accepts only some ten thousand arguments.
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text);
}

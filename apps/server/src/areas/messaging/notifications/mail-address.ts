/** Accepts only one plain mail address, so that it cannot inject a header or recipient list. */
const ADDRESS =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u;

export function isMailAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text);
}

/** Downloads a text as a file. */
export function downloadText(fileName: string, text: string, type: string): void {
  hand(fileName, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** Downloads a file that was transferred in JSON as base64. */
export function downloadFile(file: {
  readonly file_name: string;
  readonly content_type: string;
  readonly content: string;
}): void {
  const bytes = Uint8Array.from(atob(file.content), (sign) => sign.charCodeAt(0));
  hand(file.file_name, new Blob([bytes], { type: file.content_type }));
}

/** Downloads data that the page has generated. */
export function downloadBlob(fileName: string, blob: Blob): void {
  hand(fileName, blob);
}

function hand(fileName: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}

/** Opens a page of another site in this tab. A module of its own, so that a test can observe it. */
export function openPage(url: string): void {
  window.location.assign(url);
}

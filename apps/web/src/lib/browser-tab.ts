/** Opens pages of other sites in this tab. An object, so that a test can replace its function. */
export const browserTab = {
  open(url: string): void {
    window.location.assign(url);
  },
};

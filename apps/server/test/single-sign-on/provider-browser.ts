/** Follows the redirects of a provider like a browser, with its cookies. */
export interface ProviderBrowser {
  /** Opens the address and returns where the provider leads back to. */
  open(address: string): Promise<URL>;
}

const MOST_REDIRECTS = 10;

export function providerBrowser(): ProviderBrowser {
  const cookies = new Map<string, string>();
  return {
    async open(address) {
      const home = new URL(address).host;
      let url = new URL(address);
      for (let i = 0; i < MOST_REDIRECTS; i++) {
        const response = await fetch(url, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        });
        for (const line of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          if (value === '') cookies.delete(name);
          else cookies.set(name, value);
        }
        const to = response.headers.get('location');
        if (to === null)
          throw new Error(`${url.pathname}: ${response.status} ${await response.text()}`);
        url = new URL(to, url);
        if (url.host !== home) return url;
      }
      throw new Error('too many redirects');
    },
  };
}

/** Bytes of a photo of a device, requested when its place on the page becomes visible. */
import { useEffect, useState } from 'react';
import { callFile } from '../../lib/calls/call-file.ts';
import type { Answer } from '../../lib/calls/call-types.ts';

export type Photo = Answer<'v2.device-information.photos'>['data']['list'][number];

export function usePicture(tile: { readonly current: Element | null }, code: string, id: number) {
  const [address, setAddress] = useState<string>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    const ended = new AbortController();
    let url: string | undefined;
    const load = async () => {
      try {
        const blob = await callFile(
          'v2.device-information.photos.file',
          { params: { device_code: code, id: String(id) } },
          { signal: ended.signal, timeoutMs: 60_000 },
        );
        url = URL.createObjectURL(blob);
        setAddress(url);
      } catch (failure) {
        if (!ended.signal.aborted) setError(failure);
      }
    };
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void load();
    });
    if (tile.current !== null) observer.observe(tile.current);
    return () => {
      observer.disconnect();
      ended.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [tile, code, id]);
  return { address, error };
}

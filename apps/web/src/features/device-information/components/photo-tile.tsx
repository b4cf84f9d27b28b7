/** One photo; its bytes are requested when it becomes visible. */
import { DeleteOutlined, DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../../components/values/moment.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { callFile } from '../../../lib/calls/call-file.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';

type Photo = Answer<'v2.device-information.photos'>['data']['list'][number];

interface PhotoTileProps {
  readonly code: string;
  readonly photo: Photo;
  readonly onDelete: () => void;
}

export function PhotoTile({ code, photo, onDelete }: PhotoTileProps) {
  const { t } = useTranslation('device-information');
  const errorText = useErrorText();
  const tile = useRef<HTMLLIElement>(null);
  const { address, error } = usePicture(tile, code, photo.id);
  const name = photo.caption || t('device-information:photos.untitled');
  return (
    <li ref={tile} className="photo-tile surface">
      <div
        className="photo-tile__picture full"
        style={{ aspectRatio: `${photo.width} / ${photo.height}` }}
      >
        {address !== undefined && <img src={address} alt={name} />}
        {error !== undefined && <p role="alert">{errorText(error)}</p>}
      </div>
      <p dir="auto" className="photo-tile__caption breakable">
        {name}
      </p>
      <p className="photo-tile__by row gap-4 hint">
        <bdi>{photo.user_name}</bdi> · <Moment at={photo.at} />
        <span className="push">
          {address !== undefined && (
            <Button
              type="text"
              size="small"
              icon={<DownloadOutlined />}
              href={address}
              download={`photo-${photo.id}.${photo.format}`}
              aria-label={t('device-information:photos.save', { name })}
            />
          )}
          {photo.deletable && (
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('device-information:photos.delete', { name })}
              onClick={onDelete}
            />
          )}
        </span>
      </p>
    </li>
  );
}

function usePicture(tile: { readonly current: Element | null }, code: string, id: number) {
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

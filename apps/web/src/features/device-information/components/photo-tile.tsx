/** One photo; its bytes are requested when it becomes visible. */
import { DeleteOutlined, DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../../components/values/moment.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { type Photo, usePicture } from '../use-picture.ts';

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

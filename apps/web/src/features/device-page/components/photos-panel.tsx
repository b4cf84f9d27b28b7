/** Small photos of the device, which lead to its record; nothing if there are none. */
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../../../config/paths.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { type Photo, usePicture } from '../../device-information/use-picture.ts';

/** One row on a wide screen; the record has the others. */
const MAX_SHOWN = 6;

export function PhotosPanel({ code }: { code: string }) {
  const { t } = useTranslation('device-page');
  const { data: photos } = useCallQuery(
    'v2.device-information.photos',
    { params: { device_code: code } },
    { select: ({ data }) => data.list },
  );
  if (photos === undefined || photos.length === 0) return null;
  return (
    <section className="panel stack" aria-labelledby="device-photos">
      <header className="row spread">
        <h2 id="device-photos" className="text-title">
          {t('device-page:overview.photos')}
        </h2>
        <Link to={PATHS.deviceRecordTab} params={{ code }} search={{ tab: 'photos' }}>
          {t('device-page:overview.more')}
        </Link>
      </header>
      <ul className="device-photos">
        {photos.slice(0, MAX_SHOWN).map((photo) => (
          <Thumbnail key={photo.id} code={code} photo={photo} />
        ))}
      </ul>
    </section>
  );
}

function Thumbnail({ code, photo }: { code: string; photo: Photo }) {
  const { t } = useTranslation('device-page');
  const tile = useRef<HTMLLIElement>(null);
  const { address } = usePicture(tile, code, photo.id);
  const caption = photo.caption || t('device-page:overview.photo-untitled');
  return (
    <li ref={tile}>
      <Link
        className="device-photo"
        to={PATHS.deviceRecordTab}
        params={{ code }}
        search={{ tab: 'photos' }}
      >
        <span className="device-photo__picture">
          {address !== undefined && <img src={address} alt="" />}
        </span>
        <span dir="auto" className="one-line text-small">
          {caption}
        </span>
      </Link>
    </li>
  );
}

/** Photos of the device; the server removes location, time and camera metadata. */
import { CameraOutlined } from '@ant-design/icons';
import { cleanPicture } from '@busbar/domain/photo/clean-picture';
import { LONGEST_CAPTION } from '@busbar/domain/photo/photo-limits';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '../../../components/forms/delete-dialog.tsx';
import { FormText } from '../../../components/forms/form-text.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { call } from '../../../lib/calls/api-client.ts';
import { base64Of } from '../../../lib/calls/base64.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import {
  useInformationChanges,
  useMayChange,
  useRefetchInformation,
} from '../api/use-information.ts';
import { PhotoTile } from './photo-tile.tsx';

/** Upload timeout, enough for seven megabytes over a poor connection. */
const UPLOAD_MS = 120_000;

export function PhotosTab({ code }: { code: string }) {
  const { t } = useTranslation('device-information');
  const mayChange = useMayChange();
  const send = useInformationChanges();
  const [doomed, setDoomed] = useState<number>();
  const photos = useCallQuery('v2.device-information.photos', {
    params: { device_code: code },
  });
  const list = photos.data?.data.list;
  return (
    <>
      {mayChange && <PhotoForm code={code} />}
      {photos.error !== null && (
        <ErrorState isCompact error={photos.error} onRetry={() => void photos.refetch()} />
      )}
      {list?.length === 0 && (
        <EmptyState
          title={t('device-information:photos.empty')}
          body={t('device-information:photos.empty-body')}
        />
      )}
      <ul className="columns gap-16" aria-label={t('device-information:tab.photos')}>
        {list?.map((photo) => (
          <PhotoTile
            key={photo.id}
            code={code}
            photo={photo}
            onDelete={() => setDoomed(photo.id)}
          />
        ))}
      </ul>
      {doomed !== undefined && (
        <DeleteDialog
          title={t('device-information:photos.delete-title')}
          saveLabel={t('device-information:delete')}
          onSave={() =>
            send('v2.device-information.photos.delete', {
              params: { device_code: code, id: String(doomed) },
            })
          }
          onClose={() => setDoomed(undefined)}
        >
          <p>{t('device-information:photos.delete-body')}</p>
        </DeleteDialog>
      )}
    </>
  );
}

function PhotoForm({ code }: { code: string }) {
  const { t, i18n } = useTranslation(['device-information', 'errors']);
  const errorText = useErrorText();
  const input = useRef<HTMLInputElement>(null);
  const [caption, setCaption] = useState('');
  const [problem, setProblem] = useState<string>();
  const add = useMutation({
    mutationFn: (content: string) =>
      call(
        'v2.device-information.photos.add',
        { params: { device_code: code }, body: { content, caption } },
        { timeoutMs: UPLOAD_MS },
      ),
  });
  const refetch = useRefetchInformation();

  const send = async (file: File) => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    // Validates photos as the server does, so that five megabytes are not uploaded in vain.
    const picture = cleanPicture(bytes);
    const key = picture.ok ? '' : `errors:reason.${picture.refusal}`;
    setProblem(i18n.exists(key) ? t(key) : undefined);
    if (!picture.ok) return;
    add.mutate(base64Of(picture.value.bytes), {
      onSuccess: () => {
        setCaption('');
        void refetch();
      },
      onError: (error) => setProblem(errorText(error)),
    });
  };

  return (
    <div className="stack gap-16 information__form">
      <FormText
        label={t('device-information:photos.caption')}
        maxLength={LONGEST_CAPTION}
        value={caption}
        onChange={setCaption}
      />
      <p className="muted">{t('device-information:photos.rules')}</p>
      {problem !== undefined && <Alert type="error" showIcon role="alert" title={problem} />}
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t('device-information:photos.add')}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file !== undefined) void send(file);
        }}
      />
      <Button
        type="primary"
        icon={<CameraOutlined aria-hidden />}
        loading={add.isPending}
        onClick={() => input.current?.click()}
      >
        {t('device-information:photos.add')}
      </Button>
    </div>
  );
}

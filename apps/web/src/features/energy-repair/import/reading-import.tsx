/** Imports old readings of a device from a file: settings, file, preview, confirmation. */
import { UploadOutlined } from '@ant-design/icons';
import { useNavigate } from '@tanstack/react-router';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { DeviceSelect } from '../../../components/fields/device-select.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { present } from '../../../lib/address/search-params.ts';
import { FileInput } from '../../device-import/components/file-input.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportSettingFields } from './import-setting-fields.tsx';
import { useReadingImport } from './use-reading-import.ts';

export function ReadingImport({ device }: { device: string | undefined }) {
  const { t } = useTranslation('repair');
  const navigate = useNavigate({ from: '/energy-repair' });
  return (
    <>
      <section className="repair__tools panel row" aria-label={t('repair:import.tab')}>
        <DeviceSelect
          isOne
          value={device}
          onChange={(next) =>
            void navigate({ search: (old) => present({ ...old, view: 'import', device: next }) })
          }
        />
      </section>
      {device === undefined ? (
        <EmptyState title={t('repair:choose')} body={t('repair:import.choose-body')} />
      ) : (
        <FileOfDevice key={device} device={device} />
      )}
    </>
  );
}

function FileOfDevice({ device }: { device: string }) {
  const { t } = useTranslation('repair');
  const errorText = useErrorText();
  const state = useReadingImport(device);
  const { choose, read, accept, file } = state;
  const error = choose.error ?? read.error ?? accept.error;
  return (
    <>
      <section className="panel stack gap-16" aria-label={t('repair:import.file')}>
        <p>{t('repair:import.file-help')}</p>
        <ImportSettingFields settings={state.settings} onChange={state.change} />
        <div className="row">
          <FileInput
            label={t(file === undefined ? 'repair:import.file' : 'repair:import.another')}
            icon={<UploadOutlined aria-hidden />}
            isMain={file === undefined}
            isReading={choose.isPending || read.isPending}
            onFile={(chosen) => choose.mutate(chosen)}
          />
          {file !== undefined && <bdi className="breakable">{file.name}</bdi>}
        </div>
      </section>
      {error !== null && <Alert type="error" showIcon title={errorText(error)} role="alert" />}
      {accept.data !== undefined ? (
        <Alert
          type="success"
          showIcon
          role="status"
          title={t(accept.data.repeated ? 'repair:import.repeated' : 'repair:import.done')}
        />
      ) : (
        read.data !== undefined &&
        !read.isPending && <ImportPreview preview={read.data} state={state} />
      )}
    </>
  );
}

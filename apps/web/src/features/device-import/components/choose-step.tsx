/** First step: the template, a description of its columns, and the drop area. */
import { DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { IMPORT_COLUMNS, REQUIRED_COLUMNS } from '@busbar/domain/device-import/import-columns';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../i18n/error-text.ts';
import type { useImport } from '../api/use-import.ts';
import { FileInput } from './file-input.tsx';

export function ChooseStep({ controller }: { controller: ReturnType<typeof useImport> }) {
  const { t } = useTranslation('device-import');
  const errorText = useErrorText();
  const [isOver, setOver] = useState(false);
  const { template, read } = controller;
  const error = read.error ?? template.error;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its button has the same function for the keyboard */}
      <div
        className="import__drop stack gap-8 muted centered"
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const file = event.dataTransfer.files[0];
          if (file !== undefined) read.mutate(file);
        }}
      >
        <FileInput
          label={t('device-import:choose.file')}
          icon={<UploadOutlined aria-hidden />}
          isMain
          isReading={read.isPending}
          onFile={(file) => read.mutate(file)}
        />
        <p>{t('device-import:choose.drop')}</p>
      </div>
      {error !== null && <Alert type="error" showIcon title={errorText(error)} role="alert" />}
      <section className="panel stack gap-8" aria-label={t('device-import:guide.title')}>
        <h2>{t('device-import:guide.title')}</h2>
        <p>{t('device-import:guide.text')}</p>
        <div className="row">
          {(['xlsx', 'csv'] as const).map((format) => (
            <Button
              key={format}
              icon={<DownloadOutlined aria-hidden />}
              loading={template.isPending && template.variables === format}
              onClick={() => template.mutate(format)}
            >
              {t('device-import:guide.template', { format: format.toUpperCase() })}
            </Button>
          ))}
        </div>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{t('device-import:guide.column')}</th>
              <th scope="col">{t('device-import:guide.says')}</th>
            </tr>
          </thead>
          <tbody>
            {IMPORT_COLUMNS.map((column) => (
              <tr key={column}>
                <th scope="row">
                  {t(`device-import:column.${column}`)}
                  {(REQUIRED_COLUMNS as readonly string[]).includes(column) && (
                    <span className="muted plain"> · {t('device-import:guide.needed')}</span>
                  )}
                </th>
                <td>{t(`device-import:help.${column}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

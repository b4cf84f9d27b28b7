/** The devices the file would register, or every invalid cell; nothing has been written yet. */
import { CheckOutlined, UploadOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../i18n/error-text.ts';
import type { Chosen, useImport } from '../api/use-import.ts';
import { FileInput } from './file-input.tsx';
import { DeviceTable, ProblemTable } from './preview-tables.tsx';

interface PreviewStepProps {
  readonly chosen: Chosen;
  readonly controller: ReturnType<typeof useImport>;
}

export function PreviewStep({ chosen: { fileName, preview }, controller }: PreviewStepProps) {
  const { t } = useTranslation('device-import');
  const errorText = useErrorText();
  const { read, accept } = controller;
  const { import_id: importId } = preview;
  const error = read.error ?? accept.error;
  const count = preview.problem_count;
  return (
    <>
      <p className="strong breakable">
        <bdi>{fileName}</bdi>
      </p>
      <Alert
        type={importId === null ? 'error' : 'success'}
        showIcon
        role="status"
        title={
          importId === null
            ? t('device-import:look.wrong', { count, rows: preview.rows })
            : t('device-import:look.good', { count: preview.rows })
        }
        description={t(
          importId === null ? 'device-import:look.correct' : 'device-import:look.nothing-yet',
        )}
      />
      {preview.examples > 0 && <p>{t('device-import:look.example')}</p>}
      {preview.passed_over.length > 0 && (
        <p>
          {t('device-import:look.passed-over')}{' '}
          <bdi>{preview.passed_over.slice(0, 20).join(', ')}</bdi>
        </p>
      )}
      {error !== null && <Alert type="error" showIcon title={errorText(error)} role="alert" />}
      <div className="import__acts row">
        {importId !== null && (
          <Button
            type="primary"
            icon={<CheckOutlined aria-hidden />}
            loading={accept.isPending}
            onClick={() => accept.mutate(importId)}
          >
            {t('device-import:look.accept', { count: preview.rows })}
          </Button>
        )}
        <FileInput
          label={t('device-import:look.other')}
          icon={<UploadOutlined aria-hidden />}
          isMain={importId === null}
          isReading={read.isPending}
          onFile={(file) => read.mutate(file)}
        />
        <Button onClick={controller.again}>{t('device-import:look.leave')}</Button>
      </div>
      {count > 0 && <ProblemTable preview={preview} />}
      {preview.devices.length > 0 && <DeviceTable preview={preview} />}
    </>
  );
}

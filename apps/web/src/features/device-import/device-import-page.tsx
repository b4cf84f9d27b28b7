/** Registers devices from a file (/deviceimport): select, preview, accept, download the secrets. */

import { Steps } from 'antd';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { useImport } from './api/use-import.ts';
import { ChooseStep } from './components/choose-step.tsx';
import { PreviewStep } from './components/preview-step.tsx';
import { SecretsStep } from './components/secrets-step.tsx';
import './device-import.css';

export function DeviceImportPage() {
  const { t } = useTranslation('device-import');
  const controller = useImport();
  const { chosen, done } = controller;
  const step = done !== undefined ? 2 : chosen !== undefined ? 1 : 0;
  return (
    <div className="import stack gap-16 page">
      <PageHeading isVisible />
      <Steps
        current={step}
        size="small"
        responsive
        items={(['choose', 'look', 'secrets'] as const).map((key) => ({
          title: t(`device-import:step.${key}`),
        }))}
      />
      {done !== undefined ? (
        <SecretsStep done={done} controller={controller} />
      ) : chosen !== undefined ? (
        <PreviewStep chosen={chosen} controller={controller} />
      ) : (
        <ChooseStep controller={controller} />
      )}
    </div>
  );
}

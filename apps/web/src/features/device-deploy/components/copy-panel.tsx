/** Copies settings from a template or another breaker: selection, preview, applying by part. */
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleet } from '../../../components/device-tree/use-fleet.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { refetchCalls, useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';
import { RunReport } from '../../protection-templates/components/run-report.tsx';
import { CopyPreview } from './copy-preview.tsx';
import { CopyResults } from './copy-results.tsx';

type Results = Answer<'v2.device-deploy'>['data']['parts'];

export function CopyPanel({ code, name }: { code: string; name: string }) {
  const { t } = useTranslation('device-deploy');
  const errorText = useErrorText();
  const client = useQueryClient();
  const id = useId();
  const fleet = useFleet();
  const templates = useCallQuery('v2.protection-templates', {});
  const [device, setDevice] = useState<string>();
  const [template, setTemplate] = useState<string>();
  const [results, setResults] = useState<Results>();
  const preview = useCallMutation('v2.device-deploy.preview');
  const apply = useCallMutation('v2.device-deploy');
  const run = results?.find(({ run_id }) => run_id !== null)?.run_id;
  const pattern = {
    device_code: code,
    ...(device === undefined ? {} : { from_device: device }),
    ...(template === undefined ? {} : { from_template: template }),
  };
  const clear = () => {
    preview.reset();
    apply.reset();
    setResults(undefined);
  };
  const look = () => {
    clear();
    preview.mutate({ body: pattern });
  };
  const breakers = (fleet.data ?? []).filter((one) => one.kind === 'main' && one.code !== code);

  return (
    <section className="deploy__box panel stack" aria-label={t('device-deploy:copy.title')}>
      <h3>{t('device-deploy:copy.title')}</h3>
      <p className="muted">{t('device-deploy:copy.hint')}</p>
      <div className="deploy__pair columns columns-fit columns-narrow align-start gap-16">
        <div>
          <label htmlFor={`${id}-device`}>{t('device-deploy:copy.from-device')}</label>
          <Select
            id={`${id}-device`}
            aria-label={t('device-deploy:copy.from-device')}
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            value={device ?? null}
            options={breakers.map((one) => ({ value: one.code, label: `${one.name} ${one.code}` }))}
            onChange={(value: string | null | undefined) => {
              setDevice(value ?? undefined);
              clear();
            }}
          />
        </div>
        <div>
          <label htmlFor={`${id}-template`}>{t('device-deploy:copy.from-template')}</label>
          <Select
            id={`${id}-template`}
            aria-label={t('device-deploy:copy.from-template')}
            allowClear
            value={template ?? null}
            options={(templates.data?.data.list ?? []).map((one) => ({
              value: one.id,
              label: one.name,
            }))}
            onChange={(value: string | null | undefined) => {
              setTemplate(value ?? undefined);
              clear();
            }}
          />
        </div>
      </div>
      <Button
        disabled={device === undefined && template === undefined}
        loading={preview.isPending}
        onClick={look}
      >
        {t('device-deploy:copy.look')}
      </Button>
      {preview.error !== null && (
        <Alert type="error" showIcon role="alert" title={errorText(preview.error)} />
      )}
      {preview.data !== undefined && results === undefined && (
        <CopyPreview
          key={preview.data.data.token}
          name={name}
          parts={preview.data.data.parts}
          isBusy={apply.isPending}
          error={apply.error}
          onLookAgain={look}
          onApply={(parts) =>
            apply.mutate(
              { body: { ...pattern, parts: [...parts], token: preview.data.data.token } },
              {
                onSuccess: ({ data }) => {
                  setResults(data.parts);
                  void refetchCalls(
                    client,
                    'v2.device-information',
                    'v2.devices',
                    'v2.device.parameters',
                    'v1.task.find',
                    'v1.device.dryNode.list',
                  );
                },
              },
            )
          }
        />
      )}
      {results !== undefined && <CopyResults results={results} />}
      {run != null && <RunReport id={run} onLeave={clear} />}
    </section>
  );
}

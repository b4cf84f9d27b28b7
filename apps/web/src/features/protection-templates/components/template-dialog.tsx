/** Creates a template from a breaker's settings: its name, and the reported sets to include. */
import { Alert, Button, Checkbox, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleet } from '../../../components/device-tree/use-fleet.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import type { ApiError } from '../../../lib/calls/api-error.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';

export interface TemplateDialogProps {
  readonly isSaving: boolean;
  readonly error: ApiError | null;
  readonly onSave: (name: string, sets: Readonly<Record<string, Record<string, unknown>>>) => void;
  readonly onCancel: () => void;
}

export function TemplateDialog(props: TemplateDialogProps) {
  const { t } = useTranslation(['protection-templates', 'protection', 'common']);
  const errorText = useErrorText();
  const fleet = useFleet();
  const [code, setCode] = useState<string>();
  const [left, setLeft] = useState<readonly string[]>([]);
  const parameters = useCallQuery(
    'v2.device.parameters',
    { query: { device_code: code ?? '' } },
    { enabled: code !== undefined },
  );
  const known = (parameters.data?.data.sets ?? []).filter(({ values }) => values !== null);
  const kept = known.filter(({ set }) => !left.includes(set));
  const save = ({ name }: { name: string }) =>
    props.onSave(name, Object.fromEntries(kept.map(({ set, values }) => [set, values ?? {}])));
  return (
    <Dialog
      open
      title={t('protection-templates:new.title')}
      footer={null}
      width={460}
      onCancel={props.onCancel}
    >
      <Form<{ name: string }> layout="vertical" requiredMark={false} onFinish={save}>
        <Form.Item
          name="name"
          label={t('protection-templates:name')}
          rules={[
            { required: true, whitespace: true, message: t('protection-templates:name-required') },
          ]}
        >
          <Input dir="auto" maxLength={100} />
        </Form.Item>
        <Form.Item label={t('protection-templates:new.device')} htmlFor="template-device">
          <Select<string>
            id="template-device"
            showSearch={{ optionFilterProp: 'label' }}
            value={code ?? null}
            options={(fleet.data ?? [])
              .filter(({ kind }) => kind === 'main')
              .map((device) => ({ value: device.code, label: `${device.name} ${device.code}` }))}
            onChange={(value: string) => {
              setCode(value);
              setLeft([]);
            }}
          />
        </Form.Item>
        {known.map(({ set }) => (
          <p key={set} className="template-set">
            <Checkbox
              checked={!left.includes(set)}
              onChange={({ target }) =>
                setLeft(target.checked ? left.filter((one) => one !== set) : [...left, set])
              }
            >
              {t(`protection:tab.${set}`, set)}
            </Checkbox>
          </p>
        ))}
        {parameters.isSuccess && known.length === 0 && (
          <Alert type="info" showIcon title={t('protection-templates:new.nothing-known')} />
        )}
        {props.error !== null && (
          <Alert type="error" showIcon title={errorText(props.error)} role="alert" />
        )}
        <div className="template-buttons row to-end">
          <Button onClick={props.onCancel}>{t('common:cancel')}</Button>
          <Button
            type="primary"
            htmlType="submit"
            loading={props.isSaving}
            disabled={kept.length === 0}
          >
            {t('protection-templates:new.save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

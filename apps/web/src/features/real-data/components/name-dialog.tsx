/** Name of a new layout, or a new name for an existing one. */
import { WALL_NAME_LENGTH } from '@busbar/domain/wall/wall-cell';
import { Alert, Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import type { ApiError } from '../../../lib/calls/api-error.ts';

interface NameDialogProps {
  readonly title: string;
  readonly name: string;
  readonly isSaving: boolean;
  readonly error: ApiError | null;
  readonly onSave: (name: string) => void;
  readonly onCancel: () => void;
}

export function NameDialog({ title, name, isSaving, error, onSave, onCancel }: NameDialogProps) {
  const { t } = useTranslation(['live-wall', 'common']);
  const errorText = useErrorText();
  return (
    <Dialog open title={title} footer={null} width={420} onCancel={onCancel}>
      <Form<{ name: string }>
        layout="vertical"
        requiredMark={false}
        initialValues={{ name }}
        onFinish={(typed) => onSave(typed.name.trim())}
      >
        <Form.Item
          name="name"
          label={t('live-wall:name')}
          rules={[{ required: true, whitespace: true, message: t('live-wall:name-required') }]}
        >
          <Input dir="auto" maxLength={WALL_NAME_LENGTH} />
        </Form.Item>
        {error !== null && <Alert type="error" showIcon title={errorText(error)} role="alert" />}
        <div className="wall-name__buttons row to-end">
          <Button onClick={onCancel}>{t('common:cancel')}</Button>
          <Button type="primary" htmlType="submit" loading={isSaving}>
            {t('live-wall:save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

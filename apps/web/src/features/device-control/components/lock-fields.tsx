/** Reason and end of a lock; both are displayed on its card for every user. */
import { formatLocal, parseLocal } from '@busbar/domain/calendar';
import { Button, Form, type FormInstance, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { MomentField } from '../../../components/fields/moment-field.tsx';
import type { CommandRequest } from '../../../device-kit/api/command-request.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';

export interface LockValues {
  reason: string;
  /** `YYYY-MM-DD HH:mm:ss`, wall clock in the customer's time zone. */
  until: string;
}

const REASON_LENGTH = 300;
const HOUR_MS = 3_600_000;
const PRESET_HOURS = [1, 4, 8, 24] as const;

export const useLockZone = (): string => useRequiredSession().user.zone;

export function lockCommand(
  { reason, until }: LockValues,
  zone: string,
  requestKey: string,
): CommandRequest {
  const instant = parseLocal(until, zone);
  return {
    command: 'lock',
    requestKey,
    reason: reason.trim(),
    ...(instant === undefined ? {} : { until: instant }),
  };
}

export function LockFields({ form, zone }: { form: FormInstance<LockValues>; zone: string }) {
  const { t } = useTranslation('control');
  const setHours = (hours: number) => {
    const text = formatLocal(Date.now() + hours * HOUR_MS, zone);
    form.setFieldValue('until', `${text.slice(0, 16)}:00`);
    void form.validateFields(['until']);
  };
  return (
    <Form form={form} layout="vertical" requiredMark={false}>
      <Form.Item
        name="reason"
        label={t('control:lock-form.reason')}
        rules={[
          { required: true, whitespace: true, message: t('control:lock-form.reason-required') },
        ]}
      >
        <Input.TextArea
          dir="auto"
          rows={2}
          maxLength={REASON_LENGTH}
          placeholder={t('control:lock-form.reason-example')}
        />
      </Form.Item>
      <Form.Item label={t('control:lock-form.until', { zone })} htmlFor="lock-until">
        <Form.Item
          name="until"
          noStyle
          rules={[
            {
              validator: async (_, text: string | undefined) => {
                const instant = text === undefined ? undefined : parseLocal(text, zone);
                if (instant === undefined) throw new Error(t('control:lock-form.until-required'));
                if (instant <= Date.now()) throw new Error(t('control:lock-form.until-past'));
              },
            },
          ]}
        >
          <MomentField id="lock-until" />
        </Form.Item>
        <div className="lock-presets row">
          {PRESET_HOURS.map((hours) => (
            <Button key={hours} size="small" onClick={() => setHours(hours)}>
              {t('control:lock-form.hours', { count: hours })}
            </Button>
          ))}
        </div>
      </Form.Item>
    </Form>
  );
}

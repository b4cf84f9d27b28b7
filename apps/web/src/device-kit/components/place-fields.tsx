/**
 * Group and rate of a device. As in an import, the rate of a new device defaults to that of its
 * group, or else to the customer's default rate, until the user selects another.
 */
import { Form, Select } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlaceDefaults } from '../api/use-place-defaults.ts';
import { useChoices } from '../use-choices.ts';

interface Place {
  readonly groupId: number;
  readonly rate: number;
}

export function PlaceFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('devices');
  const choices = useChoices();
  const form = Form.useFormInstance<Place>();
  const group = Form.useWatch('groupId', form);
  const rate = Form.useWatch('rate', form);
  const { data } = usePlaceDefaults(isNew ? group : undefined);
  const given = data?.rate ?? null;
  const required = { required: true, message: t('devices:form.required') };

  useEffect(() => {
    if (data === undefined || form.isFieldTouched('rate')) return;
    // `setFieldValue` would mark the field as touched and thereby disable the default of the next
    // group.
    form.setFields([
      { name: 'rate', value: data.rate?.id ?? choices.defaultRate, errors: [], touched: false },
    ]);
  }, [data, form, choices.defaultRate]);

  return (
    <>
      <Form.Item
        name="groupId"
        label={t('devices:form.group')}
        rules={[required]}
        extra={messages().length > 0 && messages().join(' ')}
      >
        <Select options={choices.groups} loading={choices.isLoading} />
      </Form.Item>
      <Form.Item
        name="rate"
        label={t('devices:form.rate')}
        rules={[required]}
        extra={given !== null && rate === given.id && t('devices:form.rate-given')}
      >
        <Select options={choices.rates} loading={choices.isLoading} />
      </Form.Item>
    </>
  );

  /** Notes about the other defaults of the group. */
  function messages(): string[] {
    const { interval = null, template = null } = data ?? {};
    return [
      ...(interval === null
        ? []
        : [t('devices:form.interval-given', { number: interval.seconds })]),
      ...(template === null ? [] : [t('devices:form.template-given', { name: template.name })]),
    ];
  }
}

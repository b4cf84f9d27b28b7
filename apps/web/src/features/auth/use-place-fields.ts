/** Zone, currency and map of a registration, proposed from the browser until one is chosen. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import { useCallQuery } from '../../lib/calls/use-call.ts';
import { browserZone, currencyOf, mapOf, regionOf, zoneOf } from './place-defaults.ts';

const NEVER_STALE = { staleTime: Number.POSITIVE_INFINITY };

export function usePlaceFields() {
  const { t } = useTranslation('register');
  const { language } = useLanguage();
  const isChinese = language === 'zh';
  const zones = useCallQuery('v2.zones', {}, NEVER_STALE).data?.data ?? [];
  const currencies = useCallQuery('v2.currencies', {}, NEVER_STALE).data?.data ?? [];
  const [chosen, setChosen] = useState({ zone: '', currency: '', map: '' });
  const region = regionOf(navigator.language);

  const zone = chosen.zone || String((zoneOf(zones, browserZone()) ?? zones[0])?.id ?? '');
  const proposed = currencies.find((one) => one.english_name === currencyOf(region));
  const currency = chosen.currency || String((proposed ?? currencies[0])?.id ?? '');
  const map = chosen.map || mapOf(region);
  const set = (key: keyof typeof chosen) => (value: string) =>
    setChosen((old) => ({ ...old, [key]: value }));

  return {
    fields: [
      {
        key: 'zone_id',
        value: zone,
        onChange: set('zone'),
        options: zones.map(({ id, chinese, english }) => ({
          value: String(id),
          label: isChinese ? chinese : english,
        })),
      },
      {
        key: 'currency_id',
        value: currency,
        onChange: set('currency'),
        options: currencies.map(({ id, chinese_name, english_name, symbol_unit }) => ({
          value: String(id),
          label: `${isChinese ? chinese_name : english_name} (${symbol_unit})`,
        })),
      },
      {
        key: 'map_type',
        value: map,
        onChange: set('map'),
        options: (['baidu', 'google'] as const).map((value) => ({
          value,
          label: t(`register:map-${value}`),
        })),
      },
    ] as const,
    /** Part of the body of the call. */
    toSend: () => ({
      map_type: map === 'google' ? ('google' as const) : ('baidu' as const),
      ...(zone === '' ? {} : { zone_id: Number(zone) }),
      ...(currency === '' ? {} : { currency_id: Number(currency) }),
    }),
  };
}

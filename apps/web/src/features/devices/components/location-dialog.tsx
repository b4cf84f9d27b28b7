/** Device location: two coordinate pairs and a map of the same place (docs/decisions.md 16). */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { Loaded } from '../../../components/states/loaded.tsx';
import type { DeviceListRow } from '../../../device-kit/api/device-list.ts';
import { useDeviceChanges } from '../../../device-kit/api/use-device-changes.ts';
import {
  type Pair,
  type Pairs,
  positionOf,
  SYSTEMS,
  type System,
  withPair,
} from '../../../device-kit/position-form.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { PinMap } from '../../../maps/pin-map.tsx';
import './location-dialog.css';
import { roundTo } from '@busbar/domain/formats/number-format';
import { NumberField } from '../../../components/fields/number-field.tsx';

export interface LocationDialogProps {
  readonly device: DeviceListRow;
  readonly onClose: () => void;
}

/** Six decimals are 11 cm. */
const DECIMALS = 6;
const NO_PLACE = { lng: null, lat: null, lng_t: null, lat_t: null };
const rounded = (degrees: number) => roundTo(degrees, DECIMALS);

export function LocationDialog({ device, onClose }: LocationDialogProps) {
  const { t } = useTranslation('devices');
  const { move, refetch } = useDeviceChanges();
  const place = useCallQuery(
    'v2.device-map.one',
    { params: { id: device.deviceCode } },
    // The location is not cached, because another user may have moved the device.
    { gcTime: 0, select: ({ data }) => data },
  );
  const { lng, lat, lng_t, lat_t } = place.data ?? NO_PLACE;
  const form = useFormState<Pairs>(
    { bd09: { lng, lat }, wgs84: { lng: lng_t, lat: lat_t } },
    {
      problems: (pairs) =>
        positionOf(pairs) === undefined ? { form: t('devices:location.required') } : undefined,
    },
  );
  const pairs = form.values;
  const position = positionOf(pairs);
  const change = (system: System, pair: Pair) => form.set(withPair(pairs, system, pair));
  const save = async () => {
    if (position === undefined) return;
    const { lngT, latT, ...bd09 } = position;
    const body = { ...bd09, lng_t: lngT, lat_t: latT };
    await move.mutateAsync({ params: { id: device.deviceCode }, body });
    void refetch();
  };
  return (
    <FormDialog
      form={form}
      title={t('devices:location.title', { name: device.deviceName })}
      width={500}
      saveLabel={t('devices:location.save')}
      isBlocked={place.data === undefined}
      done={t('devices:location.saved')}
      onSave={save}
      onClose={onClose}
    >
      <Loaded query={place}>
        {() => (
          <>
            {SYSTEMS.map((system) => (
              <PairFields
                key={system}
                system={system}
                pair={pairs[system]}
                onChange={(pair) => change(system, pair)}
              />
            ))}
            <p className="hint">{t('devices:location.hint')}</p>
            <PinMap
              pin={position === undefined ? null : { lng: position.lngT, lat: position.latT }}
              onPick={({ lng, lat }) => change('wgs84', { lng: rounded(lng), lat: rounded(lat) })}
            />
          </>
        )}
      </Loaded>
    </FormDialog>
  );
}

interface PairFieldsProps {
  system: System;
  pair: Pair;
  onChange: (pair: Pair) => void;
}

function PairFields({ system, pair, onChange }: PairFieldsProps) {
  const { t } = useTranslation('devices');
  const id = useId();
  const name = t(`devices:location.${system}`);
  const fullName = (key: 'lng' | 'lat') => t(`devices:location.${key}-of`, { system: name });
  const field = (key: 'lng' | 'lat', limit: number) => (
    <div className="stack gap-2 hint">
      <label htmlFor={`${id}-${key}`}>{t(`devices:location.${key}`)}</label>
      <NumberField
        id={`${id}-${key}`}
        label={fullName(key)}
        aria-label={fullName(key)}
        value={pair[key]}
        min={-limit}
        max={limit}
        step={0.0001}
        precision={DECIMALS}
        unit="°"
        controls={false}
        style={{ inlineSize: '100%' }}
        onChange={(value) => onChange({ ...pair, [key]: value })}
      />
    </div>
  );
  return (
    <fieldset className="location-pair halves gap-text">
      <legend>{name}</legend>
      {field('lng', 180)}
      {field('lat', 90)}
    </fieldset>
  );
}

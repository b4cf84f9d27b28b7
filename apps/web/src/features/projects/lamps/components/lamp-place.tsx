/**
 * Position of the group; if empty, the position of its device applies. Both coordinate pairs
 * describe the same place.
 */
import { EnvironmentOutlined } from '@ant-design/icons';
import { roundTo } from '@busbar/domain/formats/number-format';
import { Button } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../../components/fields/number-field.tsx';
import {
  NO_PAIRS,
  type Pair,
  positionOf,
  SYSTEMS,
  type System,
  withPair,
} from '../../../../device-kit/position-form.ts';
import { PinMap } from '../../../../maps/pin-map.tsx';
import type { LampPartProps } from './lamp-part.ts';

/** Six decimals correspond to 11 cm. */
const DECIMALS = 6;
const rounded = (degrees: number) => roundTo(degrees, DECIMALS);

export function LampPlaceFields({ form }: LampPartProps) {
  const { t } = useTranslation(['projects', 'devices']);
  const { value: pairs, onChange: setPairs } = form.field('pairs');
  const place = positionOf(pairs);
  const isEmpty = Object.values(pairs).every(({ lng, lat }) => lng === null && lat === null);
  const [isOpen, setOpen] = useState(!isEmpty);
  const change = (system: System, pair: Pair) => setPairs(withPair(pairs, system, pair));
  const wrong = form.problemOf('position');
  return (
    <fieldset className="box stack">
      <legend>{t('projects:lamp.place')}</legend>
      {!isOpen && (
        <p className="hint prose">
          {t('projects:lamp.place-of-device')}{' '}
          <Button icon={<EnvironmentOutlined aria-hidden />} onClick={() => setOpen(true)}>
            {t('projects:lamp.place-own')}
          </Button>
        </p>
      )}
      {isOpen && (
        <>
          <div className="columns columns-fit columns-narrow">
            {SYSTEMS.map((system) => (
              <PairFields
                key={system}
                system={system}
                pair={pairs[system]}
                isWrong={wrong !== undefined}
                onChange={(pair) => change(system, pair)}
              />
            ))}
          </div>
          {wrong !== undefined && <p className="bad">{wrong}</p>}
          <PinMap
            pin={place === undefined ? null : { lng: place.lngT, lat: place.latT }}
            onPick={({ lng, lat }) => change('wgs84', { lng: rounded(lng), lat: rounded(lat) })}
          />
          <Button
            type="link"
            onClick={() => {
              setPairs(NO_PAIRS);
              setOpen(false);
            }}
          >
            {t('projects:lamp.place-as-device')}
          </Button>
        </>
      )}
    </fieldset>
  );
}

interface PairFieldsProps {
  system: System;
  pair: Pair;
  isWrong: boolean;
  onChange: (pair: Pair) => void;
}

function PairFields({ system, pair, isWrong, onChange }: PairFieldsProps) {
  const { t } = useTranslation('devices');
  const id = useId();
  const name = t(`devices:location.${system}`);
  const fullName = (key: 'lng' | 'lat') => t(`devices:location.${key}-of`, { system: name });
  const field = (key: 'lng' | 'lat', limit: number) => (
    <NumberField
      id={`${id}-${key}`}
      label={fullName(key)}
      aria-label={fullName(key)}
      placeholder={t(`devices:location.${key}`)}
      value={pair[key]}
      min={-limit}
      max={limit}
      step={0.0001}
      precision={DECIMALS}
      unit="°"
      controls={false}
      status={isWrong ? 'error' : ''}
      aria-invalid={isWrong}
      onChange={(value) => onChange({ ...pair, [key]: value })}
    />
  );
  return (
    <div className="form-field stack gap-4">
      <span>{name}</span>
      <span className="halves gap-8" dir="ltr">
        {field('lng', 180)}
        {field('lat', 90)}
      </span>
    </div>
  );
}

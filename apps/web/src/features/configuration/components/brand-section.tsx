/** Name, colour and logo of the platform, with a preview. */
import { isColour, textColourOn } from '@busbar/domain/configuration/brand-colour';
import { brandRefusal, MAX_LOGO_BYTES } from '@busbar/domain/configuration/sections';
import { Alert, Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusbarMark } from '../../../components/values/busbar-mark.tsx';
import { base64Of } from '../../../lib/calls/base64.ts';
import { useBrand } from '../../../lib/session/use-brand.ts';
import { type SectionProps, useSection } from '../use-section.ts';
import { SectionFrame } from './section-frame.tsx';
import { TextField } from './text-field.tsx';

/** Not translated: the same in every language. */
const COLOUR_EXAMPLE = '#1668dc';

/** The selected picture; null removes the logo. */
type Chosen = { readonly text: string; readonly shown: string } | null;

export function BrandSection(props: SectionProps<'brand'>) {
  const { t } = useTranslation(['configuration', 'errors']);
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen>();
  const [isLarge, setLarge] = useState(false);
  const { logo: present } = useBrand();
  const clear = () => {
    setChosen(undefined);
    setLarge(false);
  };
  const beside = { isTouched: chosen !== undefined, clear };
  const { value, edit, save, state } = useSection('brand', props, beside);
  const problem = brandRefusal({ ...value, name: value.name.trim() });
  const wrongAt = (field: string) =>
    problem?.field === field ? t(`errors:reason.${problem.refusal}`) : undefined;
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    setLarge(file.size > MAX_LOGO_BYTES);
    if (file.size > MAX_LOGO_BYTES) return;
    const text = base64Of(new Uint8Array(await file.arrayBuffer()));
    setChosen({ text, shown: `data:${file.type};base64,${text}` });
  };
  const picture = chosen === undefined ? present : (chosen?.shown ?? null);
  const colour = isColour(value.colour) ? value.colour : undefined;
  return (
    <SectionFrame
      state={state}
      isWrong={problem !== undefined}
      onSave={() => void save(chosen === undefined ? {} : { logo: chosen?.text ?? null })}
    >
      <TextField
        label={t('configuration:brand.name')}
        value={value.name}
        maxLength={40}
        wrong={wrongAt('name')}
        onChange={(name) => edit({ name })}
      />
      <TextField
        label={t('configuration:brand.colour')}
        value={value.colour}
        maxLength={7}
        isLtr
        placeholder={COLOUR_EXAMPLE}
        hint={t('configuration:brand.colour-how')}
        wrong={wrongAt('colour')}
        onChange={(next) => edit({ colour: next.trim() })}
      />
      <div className="stack gap-4">
        <span>{t('configuration:brand.logo')}</span>
        <span className="hint">{t('configuration:brand.logo-how')}</span>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/webp"
          aria-label={t('configuration:brand.choose')}
          onChange={({ target }) => {
            void choose(target.files?.[0]);
            target.value = '';
          }}
        />
        <div className="configuration__logo row gap-4">
          <Button onClick={() => input.current?.click()}>{t('configuration:brand.choose')}</Button>
          <Button disabled={picture === null} onClick={() => setChosen(null)}>
            {t('configuration:brand.remove')}
          </Button>
        </div>
        {isLarge && (
          <Alert type="error" showIcon role="alert" title={t('errors:reason.logo-too-large')} />
        )}
      </div>
      <figure className="stack gap-4">
        <figcaption>{t('configuration:brand.preview')}</figcaption>
        <div
          className="configuration__brand line gap-12 breakable"
          style={
            colour === undefined
              ? undefined
              : { background: colour, color: textColourOn(colour) ?? 'inherit' }
          }
        >
          {picture === null ? <BusbarMark size={26} /> : <img src={picture} alt="" />}
          <bdi>{value.name}</bdi>
        </div>
      </figure>
    </SectionFrame>
  );
}

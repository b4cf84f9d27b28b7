/** Fields with their types, one below the other; in two columns if there is enough width. */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { formatCount } from '@busbar/domain/formats/number-format';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { Bounds, FieldKind, FieldRow } from '../field-rows.ts';

interface FieldListProps {
  rows: readonly FieldRow[];
  /** True for the fields of a response, none of which is marked as required input. */
  isAnswer?: boolean;
}

export function FieldList({ rows, isAnswer = false }: FieldListProps) {
  const { t } = useTranslation('api-reference');
  const kindText = useKindText();
  return (
    <dl className="reference__fields">
      {rows.map(({ name, isRequired, kinds }) => (
        <div key={name}>
          <dt className="row gap-text">
            <bdi className="code ltr">{name}</bdi>
            {isRequired && !isAnswer && (
              <strong className="muted text-tiny">{t('api-reference:required')}</strong>
            )}
          </dt>
          <dd>{kinds.map(kindText).join(t('api-reference:or'))}</dd>
        </div>
      ))}
    </dl>
  );
}

function useKindText(): (kind: FieldKind) => string {
  const { t } = useTranslation('api-reference');
  const { tag } = useLanguage();
  const range = ({ least, most }: Bounds) => {
    const [from, to] = [least, most].map((bound) =>
      bound === undefined ? '' : formatCount(bound, tag),
    );
    if (to === '') return ltrText(`≥ ${from}`);
    return ltrText(from === '' ? `≤ ${to}` : `${from}–${to}`);
  };
  return (kind) => {
    if (kind.kind === 'values') return ltrText(kind.values.join(' | '));
    const key = `api-reference:kind.${kind.kind}`;
    const isBounded = 'least' in kind || 'most' in kind;
    return isBounded ? t(`${key}-of`, { range: range(kind) }) : t(key);
  };
}

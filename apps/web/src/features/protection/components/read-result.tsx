/** Result of one read in the list of all protections. */
import { CheckCircleFilled, CloseCircleFilled, LoadingOutlined } from '@ant-design/icons';
import { formatDuration } from '@busbar/domain/formats/duration-format';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { EndedRead } from '../read-all.ts';

interface ReadResultProps {
  readonly name: string;
  readonly read: EndedRead | undefined;
  readonly isReading: boolean;
  readonly hasEnded: boolean;
}

export function ReadResult({ name, read, isReading, hasEnded }: ReadResultProps) {
  const { t } = useTranslation('protection');
  const { tag } = useLanguage();
  const errorText = useErrorText();
  if (isReading) {
    return (
      <span>
        <LoadingOutlined aria-hidden /> {t('protection:read-all.reading')}
      </span>
    );
  }
  switch (read?.kind) {
    case undefined:
      return (
        <span className="faint">
          {t(`protection:read-all.${hasEnded ? 'not-read' : 'waiting'}`)}
        </span>
      );
    case 'done':
      return (
        <span>
          <CheckCircleFilled className="good" aria-hidden /> {t('protection:read-all.done')}
        </span>
      );
    case 'refused':
      return (
        <span className="bad">
          <CloseCircleFilled aria-hidden /> {errorText(read.error)}
        </span>
      );
    case 'failed':
      return (
        <span className="bad">
          <CloseCircleFilled aria-hidden />{' '}
          {t(`protection:exchange.failed.read.${read.cause}`, {
            name,
            after: formatDuration(read.afterMs, tag),
          })}
          {read.msg !== null && (
            <>
              {' '}
              <bdi>{read.msg}</bdi>
            </>
          )}
        </span>
      );
  }
}

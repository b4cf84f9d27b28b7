/** The latest sign-ins, successful and failed, with address and client. */
import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../../components/states/state-tag.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import type { SignIn } from '../api/use-my-account.ts';
import { clientName } from '../client-name.ts';
import '../account.css';

export function SignInList({ signIns }: { signIns: readonly SignIn[] }) {
  const { t, i18n } = useTranslation(['account', 'errors']);
  if (signIns.length === 0) return <p className="muted">{t('account:sign-in.none')}</p>;
  const refusalText = (refusal: string) =>
    i18n.exists(`errors:reason.${refusal}`) ? t(`errors:reason.${refusal}`) : refusal;
  return (
    <ul className="ruled sign-ins">
      {signIns.map((signIn) => (
        <li key={`${signIn.at} ${signIn.address} ${signIn.refusal}`}>
          <div className="row gap-text align-baseline muted">
            <StateTag
              tone={signIn.refusal === '' ? 'good' : 'alarm'}
              icon={signIn.refusal === '' ? <CheckCircleFilled /> : <CloseCircleFilled />}
              isPlain
            >
              {signIn.refusal === '' ? t('account:sign-in.done') : refusalText(signIn.refusal)}
            </StateTag>
            <span>
              <Moment at={signIn.at} />
            </span>
            <span>{t(`account:way.${signIn.way}`, { defaultValue: signIn.way })}</span>
            <span>
              <bdi title={signIn.client}>{clientName(signIn.client)}</bdi>{' '}
              {t('account:session.from')} <bdi className="code ltr">{signIn.address}</bdi>
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

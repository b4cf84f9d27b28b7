import 'dayjs/locale/ar';
import locale from 'antd/es/locale/ar_EG';

export const texts = { locale, calendar: 'ar' };

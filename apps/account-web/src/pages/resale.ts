// One script for what to sell and what to buy: both show the same sums, and compress better together.
export { default as WhatToBuyPage } from './what-to-buy.tsx';
export { default as WhatToSellPage } from './what-to-sell.tsx';

// Generated from /openapi.json by "npm run client:generate". Not to be edited.
export interface paths {
    "/account/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/sign-in/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signInWithPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/sign-in/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["completeSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/sign-in/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["beginPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/sign-in/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signInWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/sign-in/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signInWithLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/step-up/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["stepUpWithPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/step-up/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["beginPasskeyStepUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/step-up/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["stepUpWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/links/inspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["inspectLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/sign-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/reset/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["requestReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/reset/perform": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["performReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/address/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/address/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["restoreAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/sessions/end-others": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["endOtherSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["choosePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["requestAddressChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/totp/begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["beginTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/totp/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["removeTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["makeRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPasskeys"];
        put?: never;
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["beginPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listKeys"];
        put?: never;
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/keys/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["checkKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/keys/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["revokeKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/keys/{id}/use": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getKeyUse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/sets/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["searchSets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/sets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["browseSets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/sets/choices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listBrowseChoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/sets/movers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMovers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/sets/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/retail-watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRetailWatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/holdings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listHoldings"];
        put?: never;
        post: operations["addHolding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/holdings/totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["addUpHoldings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/holdings/filters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listHoldingFilters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/holdings/unsold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listUnsoldHoldings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/holdings/sell": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sellHolding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/holdings/several/edit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["editHoldings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/holdings/several/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["moveHoldings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/holdings/several/sell": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sellHoldings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/holdings/several/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["deleteHoldings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/holdings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["editHolding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/holdings/{id}/split": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["splitHolding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/holdings/{id}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["moveHolding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/holdings/{id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["deleteHolding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/changes/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["undoChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSales"];
        put?: never;
        post: operations["addSale"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/ledger/totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLedgerTotals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/ledger/tax-year/{year}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTaxYear"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/ledger/tax-report/{year}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTaxReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/ledger/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["editSale"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/overview/market": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getMarket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/brickfolios": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listBrickfolios"];
        put?: never;
        post: operations["createBrickfolio"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/brickfolios/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["editBrickfolio"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/brickfolios/{id}/default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["makeDefaultBrickfolio"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/brickfolios/{id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["deleteBrickfolio"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/what-to-sell": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWhatToSell"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/what-to-sell/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSetProceeds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/what-to-buy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWhatToBuy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/selling-fees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFees"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/selling-fees/{platform}/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["estimateFees"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/selling-fees/{platform}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["saveFees"];
        delete: operations["resetFees"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listImports"];
        put?: never;
        post: operations["uploadFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/imports/{id}/commit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["commitImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/imports/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["undoImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/imports/{id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listImportRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/imports/{id}/rows/{position}/action": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["chooseRowAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/imports/{id}/rows/{position}/correction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["correctImportRow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/imports/{id}/rejects.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["downloadRejects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/export/collection.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportCollection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/export/template.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["downloadTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/export/sales.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportSales"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/alerts/unread": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["countUnread"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/alerts/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["markRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/alerts/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRules"];
        put?: never;
        post: operations["createRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/alerts/rules/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["tryRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/alerts/rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["changeRule"];
        delete: operations["deleteRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/alerts/rules/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["pauseRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/alerts/rules/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resumeRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/alerts/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listEndpoints"];
        put?: never;
        post: operations["addEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/alerts/endpoints/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/alerts/endpoints/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["pauseEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/alerts/endpoints/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resumeEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/alerts/endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["removeEndpoint"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/alerts/endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/alerts/endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/alerts/endpoints/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["replayDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/alerts/feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFeed"];
        put?: never;
        post: operations["renewFeed"];
        delete: operations["removeFeed"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AccountView: {
            email: string;
            /** @enum {string} */
            plan: "free" | "collector" | "reseller";
            includes_api: boolean;
            /** Format: date-time */
            created_at: string;
            has_password: boolean;
            has_totp: boolean;
            recovery_codes_left: number;
            passkey_count: number;
        };
        CurrentSessionView: {
            id: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            fresh_until: string | null;
        };
        ExtensionPageView: {
            name: string;
            title: string;
        };
        SessionState: {
            signed_in: boolean;
            /** @enum {string} */
            sign_up: "open" | "invited" | "off";
            mail: boolean;
            operator_contact: string | null;
            api_url: string;
            docs_url: string;
            retailer_a_name: string;
            retailer_b_name: string;
            account: components["schemas"]["AccountView"] | null;
            session: components["schemas"]["CurrentSessionView"] | null;
            step_up_methods: string[];
            extension_pages: components["schemas"]["ExtensionPageView"][];
        };
        PasswordSignInBody: {
            email: string;
            password: string;
        };
        SignInResult: {
            /** @enum {string} */
            status: "signed_in" | "second_factor_required";
            state: components["schemas"]["SessionState"] | null;
            challenge_token: string | null;
            methods: string[];
            /** Format: date-time */
            expires_at: string | null;
        };
        SecondFactorBody: {
            challenge_token: string;
            code: string;
        };
        PasskeyOptions: {
            challenge_token: string;
            options: {
                [key: string]: unknown;
            };
        };
        PasskeyBody: {
            challenge_token: string;
            response: {
                [key: string]: unknown;
            };
        };
        LinkBody: {
            token: string;
        };
        StepUpBody: {
            password: string;
            code?: string;
        };
        LinkView: {
            /** @enum {string} */
            purpose: "sign_in" | "invitation" | "sign_up" | "reset" | "address_change" | "address_restore";
            email: string;
            /** @enum {string|null} */
            plan: "free" | "collector" | "reseller" | null;
            /** Format: date-time */
            expires_at: string;
        };
        NewPasswordByLinkBody: {
            token: string;
            password: string;
        };
        AddressBody: {
            email: string;
        };
        SentTo: {
            sent_to: string;
        };
        ConfirmedAddress: {
            email: string;
        };
        SessionView: {
            id: number;
            is_current: boolean;
            /** @enum {string} */
            method: "password" | "password_and_code" | "passkey" | "link" | "invitation";
            device: string;
            address: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        SessionList: {
            sessions: components["schemas"]["SessionView"][];
        };
        EndedSessions: {
            ended: number;
        };
        PasswordBody: {
            password: string;
        };
        TotpSetupView: {
            secret: string;
            otpauth_uri: string;
            qr_svg: string;
        };
        CodeBody: {
            code: string;
        };
        RecoveryCodes: {
            recovery_codes: string[];
        };
        PasskeyView: {
            id: number;
            name: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
            is_synced: boolean;
        };
        PasskeyList: {
            passkeys: components["schemas"]["PasskeyView"][];
        };
        NewPasskeyBody: {
            challenge_token: string;
            response: {
                [key: string]: unknown;
            };
            name: string;
        };
        KeyView: {
            id: number;
            name: string;
            last4: string;
            /** @enum {string} */
            state: "active" | "expired" | "revoked";
            daily_limit: number;
            used_today: number;
            carried_today: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            revoked_at: string | null;
            /** Format: date-time */
            first_used_at: string | null;
            /** Format: date-time */
            last_used_at: string | null;
        };
        KeyList: {
            keys: components["schemas"]["KeyView"][];
            active: number;
            max_active: number;
        };
        NewKeyBody: {
            name: string;
            /** @enum {integer} */
            expires_in_days?: 30 | 90 | 365;
            expires_at?: string;
        };
        CreatedKey: {
            key: string;
            record: components["schemas"]["KeyView"];
        };
        KeyTextBody: {
            key: string;
        };
        KeyCheck: {
            status: number | null;
            code: string | null;
            message: string;
        };
        RotationBody: {
            /** @enum {string} */
            overlap: "now" | "1h" | "24h";
        };
        RotatedKeyView: {
            key: string;
            record: components["schemas"]["KeyView"];
            previous: components["schemas"]["KeyView"];
        };
        KeyUse: {
            /** Format: date-time */
            first_used_at: string | null;
            /** Format: date-time */
            last_used_at: string | null;
            used_today: number;
        };
        KeyTodayView: {
            id: number;
            name: string;
            last4: string;
            /** @enum {string} */
            state: "active" | "expired" | "revoked";
            daily_limit: number;
            used_today: number;
            carried_today: number;
            remaining: number;
            /** Format: date-time */
            exhausted_at: string | null;
            forecast: string;
        };
        KeyOfDay: {
            id: number;
            used: number;
        };
        UsedDayView: {
            day: string;
            used: number;
            keys: components["schemas"]["KeyOfDay"][];
        };
        RouteUseView: {
            key_id: number;
            route: string;
            requests_today: number;
            charged_today: number;
            refused_today: number;
            requests: number;
            charged: number;
            refused: number;
        };
        UsageView: {
            day: string;
            /** Format: date-time */
            as_of: string;
            /** Format: date-time */
            resets_at: string;
            keys: components["schemas"]["KeyTodayView"][];
            days: components["schemas"]["UsedDayView"][];
            routes: components["schemas"]["RouteUseView"][];
        };
        SetCard: {
            set_number: string;
            title: string;
            theme: string;
            year: number | null;
            pieces: number;
            /** @enum {string} */
            status: "announced" | "available" | "retiring_soon" | "retired";
            last_day: string | null;
        };
        SetSuggestions: {
            sets: components["schemas"]["SetCard"][];
            total: number;
        };
        ValuedSet: {
            set_number: string;
            title: string;
            theme: string;
            year: number | null;
            pieces: number;
            /** @enum {string} */
            status: "announced" | "available" | "retiring_soon" | "retired";
            last_day: string | null;
            new_value_usd: number | null;
            used_value_usd: number | null;
        };
        SetList: {
            sets: components["schemas"]["ValuedSet"][];
            total: number;
        };
        ThemeView: {
            theme: string;
            sets: number;
        };
        BrowseChoices: {
            themes: components["schemas"]["ThemeView"][];
            first_year: number | null;
            last_year: number | null;
        };
        MoveView: {
            set_number: string;
            title: string;
            theme: string;
            year: number | null;
            pieces: number;
            /** @enum {string} */
            status: "announced" | "available" | "retiring_soon" | "retired";
            last_day: string | null;
            before_usd: number;
            now_usd: number;
            change_pct: number;
        };
        MoversView: {
            risen: components["schemas"]["MoveView"][];
            fallen: components["schemas"]["MoveView"][];
        };
        PriceAheadView: {
            months: number;
            value_usd: number;
            low_usd: number;
            high_usd: number;
        };
        SalesAheadView: {
            sales: number;
            low: number;
            high: number;
        };
        ForecastView: {
            prices: components["schemas"]["PriceAheadView"][];
            sales: components["schemas"]["SalesAheadView"] | null;
            text: string;
        };
        ValueView: {
            value_usd: number;
            low_usd: number;
            high_usd: number;
            tier: string;
            /** Format: date-time */
            calculated_at: string;
            forecast: components["schemas"]["ForecastView"];
        };
        MonthView: {
            month: string;
            value_usd: number | null;
            low_usd: number | null;
            high_usd: number | null;
            sales: number;
            event: string | null;
        };
        RetailPriceView: {
            price_usd: number | null;
            seller: string | null;
            /** Format: date-time */
            changed_at: string | null;
            last_change_usd: number | null;
            flip_1p_to_3p: boolean;
            at_lowest: boolean;
            lowest_usd: number | null;
            stock: string | null;
            /** Format: date-time */
            checked_at: string;
        };
        ExitView: {
            lowest_fba_usd: number | null;
            fba_sellers: number | null;
            buy_box_usd: number | null;
            net_fba_usd: number | null;
        };
        RetailView: {
            retailer_a: components["schemas"]["RetailPriceView"] | null;
            retailer_b: components["schemas"]["RetailPriceView"] | null;
            exit: components["schemas"]["ExitView"] | null;
        };
        PriceChangeView: {
            /** Format: date-time */
            at: string;
            price_usd: number | null;
            seller: string | null;
        };
        OwnedView: {
            brickfolio: string;
            quantity: number;
            condition: string;
            price_usd: number | null;
            purchase_date: string | null;
        };
        SetPageView: {
            set_number: string;
            title: string;
            theme: string;
            year: number | null;
            pieces: number;
            /** @enum {string} */
            status: "announced" | "available" | "retiring_soon" | "retired";
            last_day: string | null;
            subtheme: string | null;
            minifigs: number;
            msrp_usd: number | null;
            release_date: string | null;
            upc: string | null;
            ean: string | null;
            new_value: components["schemas"]["ValueView"] | null;
            used_value: components["schemas"]["ValueView"] | null;
            incomplete_sealed_sales: number;
            incomplete_used_sales: number;
            sealed_months: components["schemas"]["MonthView"][];
            used_months: components["schemas"]["MonthView"][];
            retail: components["schemas"]["RetailView"] | null;
            retailer_a_changes: components["schemas"]["PriceChangeView"][];
            retailer_b_changes: components["schemas"]["PriceChangeView"][];
            owned: components["schemas"]["OwnedView"][];
            average_cost_usd: number | null;
        };
        WatchRow: {
            set_number: string;
            title: string;
            paid_usd: number | null;
            retail: components["schemas"]["RetailView"];
        };
        WatchList: {
            rows: components["schemas"]["WatchRow"][];
            total: number;
            flips: number;
            lows: number;
        };
        SoldView: {
            sale_id: number;
            sale_date: string;
            platform: string;
        };
        ListedHoldingView: {
            id: number;
            version: number;
            brickfolio_id: number;
            set_number: string;
            /** @enum {string} */
            condition: "sealed" | "used";
            quantity: number;
            purchase_price_cents: number | null;
            purchase_date: string | null;
            /** @enum {string} */
            status: "owned" | "listed" | "sold";
            notes: string | null;
            shipping_paid_cents: number | null;
            tax_paid_cents: number | null;
            bought_from: string | null;
            stored_at: string | null;
            title: string;
            theme: string;
            brickfolio: string;
            unit_value_cents: number | null;
            cost_cents: number | null;
            value_cents: number | null;
            gain_cents: number | null;
            gain_pct: number | null;
            counts_in_totals: boolean;
            sold: components["schemas"]["SoldView"] | null;
        };
        HoldingsPage: {
            holdings: components["schemas"]["ListedHoldingView"][];
            total: number;
            limit: number;
            offset: number;
        };
        TotalsView: {
            sets: number;
            copies: number;
            cost_cents: number;
            value_cents: number;
            gain_cents: number;
            gain_pct: number;
            copies_of_unknown_cost: number;
            value_of_unknown_cost_cents: number;
        };
        SummedHoldings: {
            unsold: components["schemas"]["TotalsView"];
            sold_copies: number;
            sold_net_cents: number;
            sold_gain_cents: number | null;
            sold_gain_pct: number | null;
            sold_copies_of_unknown_gain: number;
        };
        HoldingFilters: {
            themes: string[];
        };
        HoldingView: {
            id: number;
            version: number;
            brickfolio_id: number;
            set_number: string;
            /** @enum {string} */
            condition: "sealed" | "used";
            quantity: number;
            purchase_price_cents: number | null;
            purchase_date: string | null;
            /** @enum {string} */
            status: "owned" | "listed" | "sold";
            notes: string | null;
            shipping_paid_cents: number | null;
            tax_paid_cents: number | null;
            bought_from: string | null;
            stored_at: string | null;
        };
        UnsoldHoldings: {
            holdings: components["schemas"]["HoldingView"][];
        };
        PickedLot: {
            version: number;
            id: number;
            quantity: number;
        };
        SellBody: {
            platform_fees_cents?: number;
            payment_fees_cents?: number;
            shipping_cents?: number;
            notes?: string | null;
            platform: string;
            sale_date: string;
            gross_cents: number;
            set_number: string;
            /** @enum {string} */
            condition: "sealed" | "used";
            quantity: number;
            lots?: components["schemas"]["PickedLot"][];
            oldest?: components["schemas"]["PickedLot"][];
        };
        ChangeView: {
            id: number;
            summary: string;
            set_number: string | null;
        };
        EditAnswer: {
            change: components["schemas"]["ChangeView"];
        };
        ChosenHolding: {
            version: number;
            id: number;
        };
        EditSeveralBody: {
            purchase_price_cents?: number | null;
            purchase_date?: string | null;
            notes?: string | null;
            shipping_paid_cents?: number | null;
            tax_paid_cents?: number | null;
            bought_from?: string | null;
            stored_at?: string | null;
            /** @enum {string} */
            condition?: "sealed" | "used";
            /** @enum {string} */
            status?: "owned" | "listed" | "sold";
            holdings: components["schemas"]["ChosenHolding"][];
        };
        MoveSeveralBody: {
            holdings: components["schemas"]["ChosenHolding"][];
            brickfolio_id: number;
        };
        ProceedsBody: {
            set_number: string;
            /** @enum {string} */
            condition: "sealed" | "used";
            gross_cents: number;
        };
        SellSeveralBody: {
            platform_fees_cents?: number;
            payment_fees_cents?: number;
            shipping_cents?: number;
            notes?: string | null;
            holdings: components["schemas"]["ChosenHolding"][];
            platform: string;
            sale_date: string;
            proceeds: components["schemas"]["ProceedsBody"][];
        };
        ChosenBody: {
            holdings: components["schemas"]["ChosenHolding"][];
        };
        NewHoldingBody: {
            purchase_price_cents?: number | null;
            purchase_date?: string | null;
            notes?: string | null;
            shipping_paid_cents?: number | null;
            tax_paid_cents?: number | null;
            bought_from?: string | null;
            stored_at?: string | null;
            /** @enum {string} */
            condition?: "sealed" | "used";
            /** @enum {string} */
            status?: "owned" | "listed" | "sold";
            quantity?: number;
            set_number: string;
            brickfolio_id?: number;
        };
        EditHoldingBody: {
            purchase_price_cents?: number | null;
            purchase_date?: string | null;
            notes?: string | null;
            shipping_paid_cents?: number | null;
            tax_paid_cents?: number | null;
            bought_from?: string | null;
            stored_at?: string | null;
            /** @enum {string} */
            condition?: "sealed" | "used";
            /** @enum {string} */
            status?: "owned" | "listed" | "sold";
            quantity?: number;
            version: number;
        };
        SplitBody: {
            version: number;
            quantity: number;
        };
        MoveBody: {
            version: number;
            brickfolio_id: number;
        };
        VersionBody: {
            version: number;
        };
        EditView: {
            id: number;
            /** Format: date-time */
            at: string;
            kind: string;
            summary: string;
            set_number: string | null;
            can_undo: boolean;
        };
        EditList: {
            changes: components["schemas"]["EditView"][];
        };
        ListedSaleView: {
            id: number;
            version: number;
            set_number: string;
            platform: string;
            sale_date: string;
            quantity: number;
            gross_cents: number;
            platform_fees_cents: number;
            payment_fees_cents: number;
            shipping_cents: number;
            cost_basis_cents: number | null;
            notes: string | null;
            title: string;
            lot_count: number;
            net_cents: number;
            profit_cents: number | null;
            roi_pct: number | null;
        };
        LedgerPage: {
            sales: components["schemas"]["ListedSaleView"][];
            total: number;
            limit: number;
            offset: number;
        };
        SalesTotalsView: {
            sales: number;
            copies: number;
            gross_cents: number;
            fees_cents: number;
            net_cents: number;
            cost_cents: number | null;
            profit_cents: number | null;
            sales_of_unknown_cost: number;
        };
        GroupTotalsView: {
            sales: number;
            copies: number;
            gross_cents: number;
            fees_cents: number;
            net_cents: number;
            cost_cents: number | null;
            profit_cents: number | null;
            sales_of_unknown_cost: number;
            name: string;
        };
        LedgerTotalsView: {
            all: components["schemas"]["SalesTotalsView"];
            months: components["schemas"]["GroupTotalsView"][];
            platforms: components["schemas"]["GroupTotalsView"][];
            years: number[];
        };
        TaxLineView: {
            set_number: string;
            title: string;
            quantity: number;
            acquired: string | null;
            sold: string;
            /** @enum {string} */
            term: "short" | "long" | "unknown";
            basis_cents: number | null;
            proceeds_cents: number;
            fees_cents: number;
            gain_cents: number | null;
            method: string;
            platform: string;
        };
        TaxTotalsView: {
            lines: number;
            copies: number;
            proceeds_cents: number;
            fees_cents: number;
            basis_cents: number;
            gain_cents: number;
            lines_of_unknown_basis: number;
        };
        TermTotalsView: {
            lines: number;
            copies: number;
            proceeds_cents: number;
            fees_cents: number;
            basis_cents: number;
            gain_cents: number;
            lines_of_unknown_basis: number;
            /** @enum {string} */
            term: "short" | "long" | "unknown";
        };
        TaxReportView: {
            year: number;
            lines: components["schemas"]["TaxLineView"][];
            all: components["schemas"]["TaxTotalsView"];
            terms: components["schemas"]["TermTotalsView"][];
        };
        NewSaleBody: {
            platform_fees_cents?: number;
            payment_fees_cents?: number;
            shipping_cents?: number;
            notes?: string | null;
            platform: string;
            sale_date: string;
            gross_cents: number;
            set_number: string;
            quantity?: number;
            cost_basis_cents?: number | null;
        };
        EditSaleBody: {
            platform_fees_cents?: number;
            payment_fees_cents?: number;
            shipping_cents?: number;
            notes?: string | null;
            version: number;
            platform?: string;
            sale_date?: string;
            gross_cents?: number;
            quantity?: number;
            cost_basis_cents?: number | null;
        };
        MoverView: {
            set_number: string;
            title: string;
            condition: string;
            copies: number;
            gain_pct: number;
            gain_cents: number;
        };
        ShareView: {
            sets: number;
            copies: number;
            cost_cents: number;
            value_cents: number;
            gain_cents: number;
            gain_pct: number;
            copies_of_unknown_cost: number;
            value_of_unknown_cost_cents: number;
            name: string;
            value_pct: number;
        };
        SharesView: {
            themes: components["schemas"]["ShareView"][];
            years: components["schemas"]["ShareView"][];
            conditions: components["schemas"]["ShareView"][];
            brickfolios: components["schemas"]["ShareView"][];
        };
        HistoryView: {
            days: string[];
            value_cents: number[];
            cost_cents: number[];
        };
        ReturnView: {
            /** @enum {string} */
            outcome: "known" | "no-known-copies" | "no-rate" | "several-rates";
            pct: number | null;
        };
        CopiesAheadView: {
            value_cents: number;
            low_cents: number;
            high_cents: number;
            today_cents: number;
            copies: number;
            copies_left_out: number;
        };
        AheadView: {
            expected: components["schemas"]["CopiesAheadView"] | null;
            text: string;
        };
        OverviewView: {
            /** @enum {string} */
            period: "30d" | "90d" | "1y" | "days";
            totals: components["schemas"]["TotalsView"];
            best: components["schemas"]["MoverView"][];
            worst: components["schemas"]["MoverView"][];
            shares: components["schemas"]["SharesView"];
            history: components["schemas"]["HistoryView"];
            sales: components["schemas"]["SalesTotalsView"];
            money_weighted: components["schemas"]["ReturnView"];
            time_weighted: components["schemas"]["ReturnView"];
            copies_left_out: number;
            ahead: components["schemas"]["AheadView"];
        };
        MarketView: {
            pct: number | null;
            valued_sets: number;
            sets: number;
        };
        BrickfolioSummaryView: {
            id: number;
            version: number;
            name: string;
            description: string | null;
            is_default: boolean;
            holding_count: number;
            totals: components["schemas"]["TotalsView"];
        };
        BrickfolioList: {
            brickfolios: components["schemas"]["BrickfolioSummaryView"][];
        };
        BrickfolioBody: {
            name: string;
            description?: string | null;
        };
        EditBrickfolioBody: {
            name: string;
            description?: string | null;
            version: number;
        };
        DeleteBrickfolioBody: {
            version: number;
            with_rules?: boolean;
        };
        ProceedsView: {
            /** @enum {string} */
            platform: "ebay" | "bricklink" | "amazon_fba";
            name: string;
            price_cents: number;
            platform_fees_cents: number;
            payment_fees_cents: number;
            shipping_cents: number;
            net_cents: number;
        };
        CertaintyView: {
            value_cents: number;
            low_cents: number;
            high_cents: number;
            tier: string;
        };
        RecentSalesView: {
            sales: number;
            months: number;
        };
        SellingLineView: {
            set_number: string;
            title: string;
            condition: string;
            copies: number;
            best: components["schemas"]["ProceedsView"];
            options: components["schemas"]["ProceedsView"][];
            keep_cents: number;
            copies_of_unknown_cost: number;
            cost_cents: number | null;
            gain_cents: number | null;
            gain_pct: number | null;
            value: components["schemas"]["CertaintyView"] | null;
            recent: components["schemas"]["RecentSalesView"] | null;
        };
        SellListView: {
            lines: components["schemas"]["SellingLineView"][];
            total: number;
            copies: number;
            keep_cents: number;
            gain_cents: number;
            copies_of_unknown_cost: number;
            copies_left_out: number;
        };
        SetProceedsView: {
            sealed: components["schemas"]["ProceedsView"][];
            used: components["schemas"]["ProceedsView"][];
        };
        ChanceView: {
            set_number: string;
            title: string;
            theme: string;
            /** @enum {string} */
            retailer: "retailer_a" | "retailer_b";
            price_cents: number;
            seller: string | null;
            at_lowest: boolean;
            best: components["schemas"]["ProceedsView"];
            options: components["schemas"]["ProceedsView"][];
            gain_cents: number;
            gain_pct: number;
            owned: number;
            value: components["schemas"]["CertaintyView"] | null;
            recent: components["schemas"]["RecentSalesView"] | null;
        };
        BuyListView: {
            chances: components["schemas"]["ChanceView"][];
            total: number;
            offers: number;
        };
        BandView: {
            up_to_cents: number | null;
            basis_points: number;
        };
        FixedFeeView: {
            up_to_cents: number | null;
            cents: number;
        };
        PublishedFeesView: {
            from: string;
            commission: components["schemas"]["BandView"][];
            fixed: components["schemas"]["FixedFeeView"][];
            payment_basis_points: number;
            payment_fixed_cents: number;
        };
        OwnFeesView: {
            is_used: boolean;
            commission_basis_points: number | null;
            commission_fixed_cents: number | null;
            payment_basis_points: number | null;
            payment_fixed_cents: number | null;
            shipping_cents: number | null;
        };
        PlatformFeesView: {
            /** @enum {string} */
            platform: "ebay" | "bricklink" | "amazon_fba";
            name: string;
            published: components["schemas"]["PublishedFeesView"] | null;
            own: components["schemas"]["OwnFeesView"] | null;
        };
        FeesList: {
            platforms: components["schemas"]["PlatformFeesView"][];
        };
        EstimateAnswer: {
            estimate: components["schemas"]["ProceedsView"] | null;
        };
        FeesBody: {
            is_used: boolean;
            commission_basis_points?: number | null;
            commission_fixed_cents?: number | null;
            payment_basis_points?: number | null;
            payment_fixed_cents?: number | null;
            shipping_cents?: number | null;
        };
        CopiesBeforeView: {
            rows: number;
            file_names: string[];
        };
        RowCounts: {
            new: number;
            same: number;
            changed: number;
            rejected: number;
            left: number;
            kept: number;
        };
        ImportView: {
            id: number;
            file_name: string;
            /** @enum {string} */
            state: "reading" | "ready" | "failed" | "committed" | "undone";
            /** @enum {string|null} */
            kind: "collection" | "sales" | null;
            source: string | null;
            fault: string | null;
            /** @enum {string|null} */
            question: "columns" | "dates" | null;
            columns_found: string[];
            columns_suggested: {
                [key: string]: string;
            };
            sales_columns_suggested: {
                [key: string]: string;
            };
            brickfolio: string | null;
            copies_before: components["schemas"]["CopiesBeforeView"];
            progress: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            committed_at: string | null;
            /** Format: date-time */
            undone_at: string | null;
            rows: components["schemas"]["RowCounts"];
            preview: string | null;
            columns: string[];
        };
        ImportList: {
            imports: components["schemas"]["ImportView"][];
        };
        NearSet: {
            set_number: string;
            title: string;
        };
        CopiesBefore: {
            copies: number;
            file_names: string[];
        };
        ImportRowView: {
            position: number;
            line: number;
            text: string;
            /** @enum {string} */
            state: "new" | "same" | "changed" | "rejected" | "left";
            /** @enum {string} */
            action: "take" | "add" | "leave";
            corrected: boolean;
            kept: boolean;
            reason: string | null;
            title: string | null;
            nearest: components["schemas"]["NearSet"][];
            cells: {
                [key: string]: string;
            } | null;
            stored: {
                [key: string]: string;
            } | null;
            copies_before: components["schemas"]["CopiesBefore"] | null;
        };
        ImportRows: {
            rows: components["schemas"]["ImportRowView"][];
        };
        ActionBody: {
            /** @enum {string} */
            action: "take" | "add" | "leave";
        };
        CorrectionBody: {
            cells: {
                [key: string]: string;
            };
        };
        StakeView: {
            sentence: string;
            gain_cents: number | null;
        };
        AlertView: {
            id: number;
            kind: string;
            summary: string;
            set_number: string | null;
            stake: components["schemas"]["StakeView"] | null;
            rules: string[];
            /** Format: date-time */
            at: string;
            /** Format: date-time */
            read_at: string | null;
        };
        InboxPage: {
            alerts: components["schemas"]["AlertView"][];
            next_before: number | null;
        };
        UnreadView: {
            unread: number;
            is_more: boolean;
        };
        ReadBody: {
            through: number;
        };
        RuleView: {
            id: number;
            name: string;
            sentence: string;
            kind: string;
            /** @enum {string} */
            scope: "holdings" | "brickfolio" | "sets" | "account";
            brickfolio_id: number | null;
            set_numbers: string[];
            /** @enum {string|null} */
            retailer: "retailer_a" | "retailer_b" | null;
            below_cents: number | null;
            min_change_cents: number;
            min_change_pct: number;
            hysteresis_pct: number;
            rearm_minutes: number;
            mail: boolean;
            endpoint_ids: number[];
            quiet_from: string | null;
            quiet_until: string | null;
            digest_at: string | null;
            time_zone: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            paused_at: string | null;
        };
        KindView: {
            name: string;
            title: string;
            /** @enum {string} */
            watches: "sets" | "account";
            by_retailer: boolean;
            /** @enum {string} */
            price_limit: "none" | "at_event" | "crossing";
            by_change: boolean;
            min_change_pct: number;
            rearm_minutes: number;
        };
        RuleList: {
            rules: components["schemas"]["RuleView"][];
            kinds: components["schemas"]["KindView"][];
            max_rules: number;
        };
        RuleBody: {
            name: string;
            kind: string;
            /** @enum {string} */
            scope: "holdings" | "brickfolio" | "sets" | "account";
            brickfolio_id?: number | null;
            set_numbers?: string[];
            /** @enum {string|null} */
            retailer?: "retailer_a" | "retailer_b" | null;
            below_cents?: number | null;
            min_change_cents?: number;
            min_change_pct?: number;
            hysteresis_pct?: number;
            rearm_minutes?: number;
            mail?: boolean;
            endpoint_ids?: number[];
            quiet_from?: string | null;
            quiet_until?: string | null;
            digest_at?: string | null;
            time_zone?: string;
        };
        FiringView: {
            /** Format: date-time */
            at: string;
            summary: string;
        };
        TriedRule: {
            sentence: string;
            count: number;
            latest: components["schemas"]["FiringView"][];
        };
        EndpointView: {
            id: number;
            url: string;
            description: string;
            /** @enum {string} */
            state: "unverified" | "on" | "failing" | "paused" | "off";
            public_key: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            verified_at: string | null;
            /** Format: date-time */
            previous_secret_until: string | null;
            /** Format: date-time */
            failing_since: string | null;
            /** Format: date-time */
            disabled_at: string | null;
            disabled_reason: string | null;
        };
        EndpointList: {
            endpoints: components["schemas"]["EndpointView"][];
            max_endpoints: number;
            allows_loopback: boolean;
        };
        NewEndpointBody: {
            url: string;
            description?: string;
        };
        EndpointWithSecretView: {
            endpoint: components["schemas"]["EndpointView"];
            secret: string;
        };
        SentTest: {
            message_id: string;
        };
        AttemptView: {
            /** Format: date-time */
            started_at: string;
            duration_ms: number;
            status: number | null;
            error: string | null;
            excerpt: string | null;
        };
        DeliveryView: {
            id: number;
            message_id: string;
            /** @enum {string} */
            state: "pending" | "delivered" | "failed";
            /** Format: date-time */
            due_at: string;
            kind: string;
            summary: string;
            set_number: string | null;
            /** Format: date-time */
            at: string;
            attempts: components["schemas"]["AttemptView"][];
        };
        DeliveryPage: {
            endpoint: components["schemas"]["EndpointView"];
            deliveries: components["schemas"]["DeliveryView"][];
            next_before: number | null;
        };
        ReplayBody: {
            delivery_id?: number;
            failed?: boolean;
            since?: string;
        };
        ReplayedView: {
            replayed: number;
            waiting: number;
            /** Format: date-time */
            retry_at: string | null;
        };
        FeedView: {
            /** Format: date-time */
            created_at: string | null;
        };
        NewFeedView: {
            url: string;
        };
        AuditEventView: {
            id: number;
            /** Format: date-time */
            at: string;
            kind: string;
            summary: string;
            address: string | null;
            device: string | null;
        };
        AuditPage: {
            events: components["schemas"]["AuditEventView"][];
            next_before: number | null;
        };
        ErrorAnswer: {
            error: {
                code: string;
                message: string;
                field?: string;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionState"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    signInWithPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordSignInBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInResult"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    completeSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInResult"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    beginPasskeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    signInWithPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInResult"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    signInWithLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInResult"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    stepUpWithPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StepUpBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionState"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    beginPasskeyStepUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    stepUpWithPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionState"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    inspectLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPasswordByLinkBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInResult"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddressBody"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentTo"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    requestReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddressBody"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentTo"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    performReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPasswordByLinkBody"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    confirmAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmedAddress"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    restoreAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPasswordByLinkBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmedAddress"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedSessions"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    choosePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionState"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    requestAddressChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddressBody"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentTo"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    beginTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpSetupView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    removeTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    makeRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyList"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPasskeyBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    beginPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewKeyBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedKey"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    checkKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyTextBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyCheck"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotationBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedKeyView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getKeyUse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyUse"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    searchSets: {
        parameters: {
            query: {
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetSuggestions"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    browseSets: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                theme?: string;
                year?: number;
                status?: "announced" | "available" | "retiring_soon" | "retired";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetList"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listBrowseChoices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrowseChoices"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listMovers: {
        parameters: {
            query?: {
                days?: 30 | 90 | 365;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MoversView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getSet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetPageView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listRetailWatch: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                changed_within_days?: 1 | 7 | 30;
                marked?: "flips" | "lows";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WatchList"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listHoldings: {
        parameters: {
            query?: {
                brickfolio_id?: number;
                theme?: string;
                condition?: "sealed" | "used";
                status?: "owned" | "listed" | "sold" | "unsold";
                q?: string;
                limit?: number;
                offset?: number;
                sort?: "set_number" | "title" | "purchase_date" | "quantity" | "cost" | "value" | "gain" | "percent" | "added";
                direction?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HoldingsPage"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    addHolding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewHoldingBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditAnswer"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    addUpHoldings: {
        parameters: {
            query?: {
                brickfolio_id?: number;
                theme?: string;
                condition?: "sealed" | "used";
                status?: "owned" | "listed" | "sold" | "unsold";
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SummedHoldings"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listHoldingFilters: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HoldingFilters"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listUnsoldHoldings: {
        parameters: {
            query: {
                set_number: string;
                condition: "sealed" | "used";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsoldHoldings"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    sellHolding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SellBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditAnswer"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    editHoldings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditSeveralBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditAnswer"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    moveHoldings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveSeveralBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditAnswer"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    sellHoldings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SellSeveralBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditAnswer"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    deleteHoldings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChosenBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditAnswer"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    editHolding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditHoldingBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditAnswer"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    splitHolding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SplitBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditAnswer"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    moveHolding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditAnswer"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    deleteHolding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VersionBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditAnswer"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listChanges: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditList"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    undoChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditAnswer"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listSales: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                q?: string;
                platform?: string;
                year?: number;
                sort?: "sale_date" | "set_number" | "platform" | "quantity" | "net" | "profit" | "roi";
                direction?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerPage"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    addSale: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSaleBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditAnswer"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getLedgerTotals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerTotalsView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getTaxYear: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                year: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getTaxReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                year: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxReportView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    editSale: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditSaleBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditAnswer"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getOverview: {
        parameters: {
            query?: {
                period?: "30d" | "90d" | "1y";
                from?: string;
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverviewView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getMarket: {
        parameters: {
            query?: {
                period?: "30d" | "90d" | "1y";
                from?: string;
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listBrickfolios: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrickfolioList"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    createBrickfolio: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BrickfolioBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditAnswer"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    editBrickfolio: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditBrickfolioBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditAnswer"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    makeDefaultBrickfolio: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VersionBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditAnswer"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    deleteBrickfolio: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteBrickfolioBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditAnswer"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listWhatToSell: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                order?: "margin" | "gain" | "keep";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SellListView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getSetProceeds: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetProceedsView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listWhatToBuy: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                least_gain_cents?: number;
                retailer?: "retailer_a" | "retailer_b";
                not_owned?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuyListView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listFees: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeesList"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    estimateFees: {
        parameters: {
            query: {
                set_number: string;
                copies: number;
                gross_cents: number;
            };
            header?: never;
            path: {
                platform: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EstimateAnswer"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    saveFees: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                platform: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeesBody"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    resetFees: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                platform: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listImports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportList"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    uploadFile: {
        parameters: {
            query: {
                name: string;
                condition?: "sealed" | "used";
                date_format?: "DD/MM/YYYY" | "MM/DD/YYYY";
                brickfolio?: string;
                columns?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    commitImport: {
        parameters: {
            query?: {
                preview?: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    undoImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listImportRows: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                state?: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportRows"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    chooseRowAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                position: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActionBody"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    correctImportRow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                position: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CorrectionBody"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    downloadRejects: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    exportCollection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    downloadTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    exportSales: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                limit?: number;
                before?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxPage"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    countUnread: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnreadView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    markRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReadBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnreadView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleList"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    createRule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    tryRule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriedRule"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    changeRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    deleteRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    pauseRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    resumeRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointList"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    addEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEndpointBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointWithSecretView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    rotateEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointWithSecretView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    pauseEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    resumeEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    removeEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    testEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentTest"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                limit?: number;
                before?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    replayDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayedView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getFeed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    renewFeed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewFeedView"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    removeFeed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                limit?: number;
                before?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            /** @description Refused; the message is a sentence that helps. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
}

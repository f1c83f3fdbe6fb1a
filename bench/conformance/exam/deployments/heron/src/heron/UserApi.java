package heron;

import java.math.BigDecimal;
import java.util.Map;

/** The user, and VIP codes. */
final class UserApi {
    private static final BigDecimal GIFT = new BigDecimal("5");

    private final Store store;
    private Map<String, Object> cachedUser;

    UserApi(Store store, Operation.Table table) {
        this.store = store;
        table.user("GET", "/me/").summary("The caller").ok(Schemas.USER).by(this::me);
        table.user("GET", "/me/vip").summary("How often the caller's own codes were redeemed").ok(Schemas.VIP_COUNT).by(this::count);
        table.user("POST", "/me/vip").summary("Redeem a code").body(Schemas.VIP_REQUEST).ok(Schemas.VIP_REDEEMED)
                .refuses(400, "invalid code, own code, or a code already redeemed by the caller").by(this::redeem);
    }

    private Reply me(Req request) {
        if (Fault.on("me-slash-404")) {
            throw new Refusal(404, "nothing lives at this address");
        }
        Store.User user = request.user;
        Map<String, Object> wire = Json.object(
                "bird-ref", Guid.show(user.id), "called", user.name, "e-mail", user.email, "standing", user.standing);
        if (Fault.on("me-without-tier")) {
            wire.remove("standing");
        }
        if (Fault.on("me-cached-for-all")) {
            cachedUser = cachedUser == null ? wire : cachedUser;
            return Reply.ok(cachedUser);
        }
        return Reply.ok(wire);
    }

    private Reply count(Req request) {
        int times = store.vipCodes.values().stream().filter(code -> code.owner == request.user).mapToInt(code -> code.timesUsed).sum();
        return Reply.ok(Json.object("times-used", times));
    }

    private Reply redeem(Req request) {
        String phrase = request.string("pass-phrase");
        Store.User user = request.user;
        Store.VipCode code = store.vipCodes.get(Fault.on("vip-blank-behind") ? phrase.trim() : phrase);
        if (code == null) {
            throw new Refusal(Fault.on("n-vip-invalid-404") ? 404 : 400, "invalid code");
        }
        if (code.timesUsed > 0 && Fault.on("n-vip-once-for-all")) {
            throw new Refusal(400, "this code was redeemed already");
        }
        if (code.owner == user && !Fault.on("vip-own-code")) {
            throw new Refusal(400, "this code is your own");
        }
        if (user.redeemedCodes.contains(phrase) && !Fault.on("vip-redeemed-twice")) {
            throw new Refusal(400, "you have redeemed this code");
        }
        if (Fault.on("vip-parallel-redeemed-twice")) {
            // Looked up above, written down below: between the two there is room for another request.
            store.letOthersIn(50);
        }
        user.redeemedCodes.add(phrase);
        code.timesUsed++;
        user.credits = (user.credits == null ? BigDecimal.ZERO : user.credits).add(GIFT);
        return Reply.ok(Json.object("gift", Wire.money(GIFT)));
    }
}

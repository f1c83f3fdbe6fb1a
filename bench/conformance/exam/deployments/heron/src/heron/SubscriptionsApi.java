package heron;

import java.util.ArrayList;
import java.util.List;

/** Paid agent subscriptions. A subscription begins when the checkout was paid, which the payment provider tells us. */
final class SubscriptionsApi {
    private final Store store;

    SubscriptionsApi(Store store, Operation.Table table) {
        this.store = store;
        table.user("POST", "/me/agents/{agent_id}/subscribe").summary("Open a checkout session for a paid agent")
                .body(Schemas.SUBSCRIBE).ok(Schemas.SUBSCRIBED)
                .refuses(400, "agent is not paid or caller is its owner").refuses(402, "already subscribed")
                .refuses(404, "no such agent").by(this::subscribe);
        table.user("POST", "/me/agents/{agent_id}/unsubscribe").summary("End a subscription")
                .ok(Schemas.SUBSCRIPTION)
                .refuses(400, "no active subscription to cancel, or no payment-provider subscription found")
                .refuses(404, "no such agent").by(this::unsubscribe);
        table.user("GET", "/me/subscriptions").summary("Subscriptions of the caller, ended ones too")
                .ok(Schemas.SUBSCRIPTIONS).by(this::list);
        table.user("GET", "/me/subscriptions/{agent_id}").summary("The caller's subscription to an agent")
                .ok(Schemas.SUBSCRIPTION).refuses(404, "no subscription").by(this::get);
    }

    private Store.Agent agentOf(Req request) {
        Store.Agent agent = store.agent(request.text("agent_id"));
        if (agent == null && request.operation.path.endsWith("/subscribe") && Fault.on("n-subscribe-unknown-400")) {
            throw new Refusal(400, "this agent is not paid");
        }
        if (agent == null || !agent.isSeenBy(request.user)) {
            throw new Refusal(404, "no such agent");
        }
        return agent;
    }

    private Store.Subscription find(Store.User patron, Store.Agent agent) {
        Store.Subscription latest = null;
        for (Store.Subscription subscription : store.subscriptions) {
            if (subscription.patron == patron && subscription.agent == agent) {
                latest = subscription;
            }
        }
        return latest;
    }

    private Reply subscribe(Req request) {
        Store.Agent agent = agentOf(request);
        if (agent.price == null && !Fault.on("subscribe-unpaid")) {
            throw new Refusal(400, "this agent costs nothing");
        }
        if (agent.owner == request.user && !Fault.on("subscribe-own-agent")) {
            throw new Refusal(400, "this agent is your own");
        }
        Store.Subscription there = find(request.user, agent);
        if (there != null && there.active && !Fault.on("subscribe-twice")) {
            throw new Refusal(402, "already subscribed");
        }
        Store.Checkout checkout = new Store.Checkout("nest-" + Guid.secretWord(16), request.user, agent);
        store.checkouts.put(checkout.ref(), checkout);
        return Reply.ok(Json.object(
                "checkout-ref", checkout.ref(),
                "checkout-page", "https://pay.heronry.example/" + checkout.ref()));
    }

    private Reply unsubscribe(Req request) {
        Store.Agent agent = agentOf(request);
        Store.Subscription subscription = find(request.user, agent);
        if (Fault.on("unsubscribe-nothing-200") && subscription == null) {
            subscription = new Store.Subscription(request.user, agent, "none");
            subscription.active = false;
            return Reply.ok(Json.object("worker-ref", Guid.show(agent.id), "condition", "flown",
                    "since", Times.show(subscription.since), "asking-price", "0.00"));
        }
        if (subscription == null || !subscription.active) {
            throw new Refusal(400, "no active subscription to cancel");
        }
        if (subscription.providerRef == null) {
            throw new Refusal(400, "no payment-provider subscription found");
        }
        if (Fault.on("unsubscribe-stays-active")) {
            return Reply.ok(Wire.subscription(subscription));
        }
        if (Fault.on("unsubscribe-wrong-one")) {
            Store.Subscription first = store.subscriptions.stream()
                    .filter(s -> s.patron == request.user && s.active).findFirst().orElseThrow();
            first.active = false;
            return Reply.ok(Wire.subscription(subscription));
        }
        subscription.active = false;
        return Reply.ok(Wire.subscription(subscription));
    }

    private Reply list(Req request) {
        List<Store.Subscription> own = new ArrayList<>();
        for (Store.Subscription subscription : store.subscriptions) {
            if (subscription.patron == request.user) {
                own.add(subscription);
            }
        }
        if (Fault.on("subscriptions-drop-first") && !own.isEmpty()) {
            own.remove(0);
        }
        own = Wire.backwards(own, subscription -> Guid.show(subscription.agent.id));
        return Reply.ok(Json.object("patronage", own.stream().map(Wire::subscription).toList()));
    }

    private Reply get(Req request) {
        Store.Agent agent = store.agent(request.text("agent_id"));
        Store.Subscription subscription = agent == null ? null : find(request.user, agent);
        if (Fault.on("subscription-first-of-caller")) {
            subscription = store.subscriptions.stream().filter(s -> s.patron == request.user).findFirst().orElse(subscription);
        }
        if (subscription == null) {
            if (Fault.on("subscription-none-null")) {
                return Reply.ok(null);
            }
            throw new Refusal(404, "no subscription to this agent");
        }
        return Reply.ok(Wire.subscription(subscription));
    }
}

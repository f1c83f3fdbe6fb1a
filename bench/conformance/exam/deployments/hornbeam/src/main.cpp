#include "core.hpp"
using namespace std;
string fault; State S; mutex G;
const string OWN = "11111111-1111-4111-8111-111111111111", OTHER = "22222222-2222-4222-8222-222222222222", SANDBOX = "33333333-3333-4333-8333-333333333333";
void seed_key(const string &user, const string &secret);
static void agent(const string &id, const string &user, const string &name, const string &vis, long long cents = 0) {
  string t = iso(now_us());
  json a = {{"agent_id", id}, {"chat_id", id}, {"_owner", user}, {"owner_id", user}, {"name", name}, {"chat_prompt", "You are " + name + ". Answer shortly."}, {"visibility", vis}, {"feedback_count", 0}, {"created_at", t}, {"updated_at", t}};
  if (cents) a["price_cents"] = cents; S.agents[id] = a;
}
void seed() {
  long long n = now_us();
  S.users[OWN] = {OWN, "own@example.com", "Own User", "pro", n, 1000, true}; S.users[OTHER] = {OTHER, "other@example.com", "Other User", "pro", n, 1000, true}; S.users[SANDBOX] = {SANDBOX, "sandbox@example.com", "Sandbox User", "sandbox", n, 50, false};
  seed_key(OWN, "hbk_own_4f1b7c2a9d3e"); seed_key(OTHER, "hbk_other_8a6d5e0b1c7f"); seed_key(SANDBOX, "hbk_sandbox_2c9e7f4a6b1d");
  agent("aaaaaaaa-0001-4000-8000-000000000001", OWN, "Harbour clerk", "public");
  agent("aaaaaaaa-0002-4000-8000-000000000002", OWN, "Pilot book", "public", 999);
  agent("bbbbbbbb-0001-4000-8000-000000000001", OTHER, "Chart room", "public", 1299);
  agent("bbbbbbbb-0002-4000-8000-000000000002", OTHER, "Night watch", "public");
  agent("bbbbbbbb-0003-4000-8000-000000000003", OTHER, "Sealed log", "private");
  agent("bbbbbbbb-0004-4000-8000-000000000004", OTHER, "Weather desk", "public", 450);
  agent("bbbbbbbb-0005-4000-8000-000000000005", OTHER, "Fog horn", "public", 725);
  for (auto p : {pair<string, long long>{"bbbbbbbb-0004-4000-8000-000000000004", 450}, {"bbbbbbbb-0005-4000-8000-000000000005", 725}}) {
    string t = iso(now_us()); S.subs[OWN][p.first] = {{"agent_id", p.first}, {"subscription_id", "sub_" + hex16()}, {"status", "active"}, {"price_cents", p.second}, {"started_at", t}}; S.sales.push_back({{"owner", OTHER}, {"at", t}, {"cents", p.second}});
  }
  for (long long d : {2, 5, 5, 27, 40, 200, 364}) S.sales.push_back({{"owner", OWN}, {"at", iso(n - d * 86400000000LL)}, {"cents", 999}});
  S.vip_codes = {{"WELCOME-HORNBEAM", OTHER}, {"ANCHOR-2026", OTHER}, {"MINE-HORNBEAM", OWN}, {"HARBOUR-2026", SANDBOX}};
}
int main(int argc, char **argv) {
  if (argc == 2 && !strcmp(argv[1], "--tokens")) { puts(make_jwt(OWN, "pro").c_str()); puts(make_jwt(OTHER, "pro").c_str()); puts(make_jwt(SANDBOX, "sandbox").c_str()); return 0; }
  if (argc == 3 && !strcmp(argv[1], "--sign")) { printf("sha256=%s\n", hmac_hex("whsec_hornbeam_2f9a", argv[2]).c_str()); return 0; }
  if (argc < 2) { fprintf(stderr, "hornbeam PORT\n"); return 2; }
  if (const char *f = getenv("FAULT")) fault = f;
  seed(); setup_workers(); setup_runs(); setup_agents(); setup_files(); setup_studio(); setup_account(); setup_bundles(); setup_schedules(); setup_tools();
  listen_on(atoi(argv[1]));
}

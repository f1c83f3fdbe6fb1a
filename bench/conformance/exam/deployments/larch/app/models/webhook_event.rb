class WebhookEvent < ApplicationRecord; end
